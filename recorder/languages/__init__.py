"""Languages: choice of one for a request, words in it, and values kept for one request.

A new language needs catalogues only. No sentence of a page stands here.
"""
