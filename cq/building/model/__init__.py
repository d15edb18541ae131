"""The building network: its input tensors, encoder, plan and action decoder."""
