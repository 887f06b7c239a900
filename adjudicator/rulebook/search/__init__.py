"""The search over rules, questions, cases and cards: words in, best documents first.

``stems`` folds and stems the words of four languages. ``synonyms`` joins people's words with the
words of the texts. ``ranking`` keeps an index of documents and ranks them. Nothing here knows a
page, a store or a clock; texts and data come from the caller. Add words to ``synonyms.json``, never
to code.
"""
