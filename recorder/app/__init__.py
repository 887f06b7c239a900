"""The application put together: parts of a server, JSON interface, pocket download.

A new part of every application is added in ``application``. No other room imports this one.
"""
