"""What is played next, by which workers, and how far it is."""
