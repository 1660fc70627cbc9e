"""What a study is made of, resolved and frozen: pure, and below all else."""
