"""The course of a term: twelve units with a plan for the class and one for homework each, kept as files beside this."""
