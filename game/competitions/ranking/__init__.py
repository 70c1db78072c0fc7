"""What follows from results: points, places, badges, ratings, and whether one bot is better than another."""
