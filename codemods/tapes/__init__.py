"""Codemods about gradient tapes: how often one is used, what it records, and what becomes of its gradients."""
