"""Rewriting on libcst: edits described on ``ast`` nodes, carried out on the concrete tree."""
