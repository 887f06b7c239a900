"""The faces of the expansion's modules, over HTTP."""
