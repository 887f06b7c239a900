"""The server: lanes, limits, streams, security, configuration, and the process for heavy work.

A new limit, lane or setting goes here. This room opens no store and renders no page.
"""
