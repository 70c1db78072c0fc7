"""How the weights of Othello's evaluation are made: games of self-play with exact endings, then least squares."""
