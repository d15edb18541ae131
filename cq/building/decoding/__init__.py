"""From probabilities to builds: rollouts, candidates, and the choice among them."""
