"""From probabilities to builds: rollouts, and the choice of the best candidate."""
