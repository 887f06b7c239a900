"""Grand Austria Hotel: catalogue in ``data/``, one module per chapter of the rulebook."""

from adjudicator.austria.game import Austria

GAME = Austria()
