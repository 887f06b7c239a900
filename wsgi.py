"""What a WSGI server runs: ``application``. ``python wsgi.py`` serves it with waitress."""

from __future__ import annotations

from recorder import create_app
from recorder.serving.server import run_server

application = create_app()

if __name__ == "__main__":
    run_server(application)
