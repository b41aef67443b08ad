"""The cases of the codemods: one folder a codemod, one folder a case."""
