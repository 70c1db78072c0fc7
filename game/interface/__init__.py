"""What ``import plyground`` offers: games, positions, boards, batches and matches over the program's own parts."""
