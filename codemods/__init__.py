"""The codemods: one file each, in folders by theme; :mod:`tffix.registry` finds them by walking."""
