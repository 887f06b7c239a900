"""The whole recorder on one phone, without a server: docs/pocket.md."""
