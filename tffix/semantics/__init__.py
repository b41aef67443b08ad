"""The semantic model of one file: names, kinds, flow and graph contexts, read-only, on ``ast``."""
