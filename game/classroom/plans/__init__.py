"""What a teacher has prepared: positions, stages, questions, puzzles, exercises and texts in a row."""
