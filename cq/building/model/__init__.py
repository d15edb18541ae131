"""The building network: features, plan, trajectory, layers."""
