"""Long jobs, the commands of `cq`: training, batch prediction, evaluation, and entering the 2022 track."""
