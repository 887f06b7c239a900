"""The Flask application, put together from its parts."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from functools import partial
from importlib import import_module
from typing import Any, TypeVar

from flask import Flask, Response, g, request
from flask.typing import ResponseReturnValue

from exports.places import TEMPLATES
from recorder import pages
from recorder.app import api, heavy_worker
from recorder.languages import speech
from recorder.league.pages import adding as league_pages
from recorder.pages.shared.templating import Templates
from recorder.serving import config, lanes, security
from recorder.serving.platform import KEY, Outfit
from recorder.web import context, errors, health, request_values

View = TypeVar("View", bound=Callable[..., Any])


class Application(Flask):
    """The application: no view of it is a coroutine, so none is asked whether it is."""

    jinja_environment = Templates

    def ensure_sync(self, func: View) -> View:
        """Return the function as it is; Flask asks for two dozen of them in every request."""
        return func

    def dispatch_request(self) -> ResponseReturnValue:
        """Answer in this process or, if the request is heavy, in a worker (``heavy_worker``)."""
        workers = heavy_worker.find_workers(self)
        if workers is None:
            return super().dispatch_request()
        security.limiter.count(self.view_functions[str(request.endpoint)])
        context.let_go_of_store()
        answer = workers.answer(request.environ, heavy_worker.read_request_body(request.environ))
        g.beside = True
        return answer

    def log_exception(self, exc_info: Any) -> None:
        """Log an error that nothing answers under the name of its view: its path is a link."""
        view, method = request.endpoint or "none", request.method
        self.logger.error("an error in %s [%s]", view, method, exc_info=exc_info)

    def process_response(self, response: Response) -> Response:
        """Complete an answer; one of the other process is complete, and only counted."""
        if g.pop("beside", False):
            return health.count_answer(response)
        return super().process_response(response)


def assemble_application(
    settings: Mapping[str, Any] | None = None, parts: Outfit | None = None
) -> Flask:
    """Return the application; ``recorder.create_app`` explains the arguments."""
    app = Application("recorder", template_folder=str(TEMPLATES))
    app.config.from_mapping(config.DEFAULTS)
    app.config.from_mapping(config.from_environment(os.environ))
    app.config.from_mapping(settings or {})
    app.extensions[KEY] = parts or import_module("recorder.app.server_platform").SERVED
    app.json.sort_keys = False  # type: ignore[attr-defined]
    lanes.init_app(app)
    request_values.init_app(app)
    context.init_app(app)
    if not app.config["SECRET_KEY"]:
        app.config["SECRET_KEY"] = config.secret_key(app.config["DATABASE"])
    speech.init_app(app)
    errors.init_app(app)
    security.init_app(app)
    api.init_app(app)
    pages.init_app(app)
    league_pages.init_app(app)
    health.init_app(app)
    app.extensions["begin_workers"] = partial(heavy_worker.begin_workers, make=assemble_application)
    for add in app.extensions[KEY].adds:
        add(app)
    return app
