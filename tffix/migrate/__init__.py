"""Bulk migration: a plan in a ledger, carried out file by file, that can be stopped and gone on with at any time."""
