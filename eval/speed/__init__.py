"""Waiting times and throughput."""
