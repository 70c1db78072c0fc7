"""What runs inside the sandbox around a student's bot: it needs nothing but the standard library."""
