"""What tables enter once and later games begin with: ``kept`` figures, ``houserules`` in sets."""
