"""Languages in which bots are handed in: what each is built and run by, declared in one table (``table``)."""
