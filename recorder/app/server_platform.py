"""The parts of an application that a server runs: all of them."""

from __future__ import annotations

import threading

from flask import Response
from flask_compress import Compress

from recorder.app import pocket_download
from recorder.commands import cli
from recorder.serving.platform import Outfit


class _Compress(Compress):
    """Compresses refused pages, too: a form that is shown again is as long as the first time."""

    def after_request(self, response: Response | None) -> Response:
        """Compress refused pages, too; Flask-Compress only looks at answers with 2xx."""
        if response is None or not 400 <= response.status_code < 500:
            return super().after_request(response)
        status, response.status_code = response.status_code, 200
        answer = super().after_request(response)
        answer.status_code = status
        return answer


SERVED = Outfit(
    reached=True,
    aside=lambda work: threading.Thread(target=work, daemon=True).start(),
    compress=_Compress,
    adds=(cli.init_app, pocket_download.init_app),
    offers=(pocket_download.OFFER,),
)
"""Other phones reach it, answers are compressed, threads work beside it, and it has commands."""
