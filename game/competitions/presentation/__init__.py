"""What is shown of a competition, to everybody, to owners and to the teacher."""
