"""The process in which what is heavy is worked on: ``python -m recorder.app.heavy NUMBERS...``.

Started by ``recorder.serving.apart``, which says how it is asked. It ends with the connections to
it. It stands back for nobody (``nice``): whoever writes holds the store, and others wait for it to
go on.
"""

from __future__ import annotations

import io
import json
import signal
import sys
import threading
from multiprocessing.connection import Connection
from typing import Any

from flask import Flask
from werkzeug.wrappers import Response

from exports import sheet
from recorder.app.application import assembled
from recorder.serving import dispatcher
from recorder.store import memory


def main() -> None:
    """Answer on the sockets that the arguments name until their other ends are closed."""
    for one in (signal.SIGINT, signal.SIGTERM):
        signal.signal(one, signal.SIG_IGN)  # they are for the server, which ends us
    app = assembled(json.loads(sys.stdin.buffer.read()))
    importer = app.extensions["imports"]
    importer.wake()
    sys.setswitchinterval(dispatcher.SWITCH)  # who writes holds the file, and is to go on soon
    threads = [
        threading.Thread(target=_answer_all, args=(app, Connection(int(number))))
        for number in sys.argv[1:]
    ]
    for thread in threads:
        thread.start()
    threading.Thread(target=importer.stay, daemon=True).start()
    sheet.get_ready()
    memory.settle()
    for thread in threads:
        thread.join()
    importer.close()


def _answer_all(app: Flask, connection: Connection) -> None:
    while True:
        try:
            head, body = connection.recv_bytes(), connection.recv_bytes()
        except (EOFError, OSError):
            return
        environ = json.loads(head) | _wsgi(body)
        answer = Response.from_app(app.wsgi_app, environ, buffered=True)
        told = {"status": answer.status, "headers": answer.headers.to_wsgi_list()}
        try:
            connection.send_bytes(json.dumps(told).encode())
            connection.send_bytes(answer.get_data())
        except OSError:
            return


def _wsgi(body: bytes) -> dict[str, Any]:
    return {
        "wsgi.input": io.BytesIO(body),
        "wsgi.errors": sys.stderr,
        "wsgi.version": (1, 0),
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
        "CONTENT_LENGTH": str(len(body)),
    }


if __name__ == "__main__":
    main()
