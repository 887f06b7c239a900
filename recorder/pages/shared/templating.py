"""How templates become text: Jinja, with less to do for each of the many values of a page."""

from __future__ import annotations

from types import FunctionType
from typing import Any

import markupsafe
from flask.templating import Environment
from jinja2 import Template, nodes, pass_eval_context
from jinja2.compiler import CodeGenerator, Frame
from jinja2.environment import TemplateModule
from jinja2.runtime import Context, Macro
from markupsafe import Markup, escape

from adjudicator.messages import DataSentence, M, format_signed
from recorder.pages import wording

_escaped = markupsafe._escape_inner  # type: ignore[attr-defined]
"""The part of ``escape`` for plain text; its result is no Markup yet."""


EVALUATED = pass_eval_context(lambda _evaluated: None).jinja_pass_arg  # type: ignore[attr-defined]
"""How Jinja marks a function that is passed whether a template escapes."""


class _Code(CodeGenerator):
    """Code that calls ``printed`` for the value of ``{{ }}``."""

    def _output_child_pre(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:
        if frame.eval_ctx.volatile or not frame.eval_ctx.autoescape:
            super()._output_child_pre(node, frame, finalize)
        else:
            self.write("environment.printed(")

    def _output_child_post(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:
        if frame.eval_ctx.volatile or not frame.eval_ctx.autoescape:
            super()._output_child_post(node, frame, finalize)
        else:
            self.write(")")


class _Context(Context):
    """The names and calls of a template while it is rendered."""

    def call(self, called: Any, /, *args: Any, **named: Any) -> Any:
        """Return the result of a call in a template; most calls need nothing of Jinja's."""
        kind = type(called)
        if kind is not Macro and kind is not FunctionType:
            return super().call(called, *args, **named)
        passed = getattr(called, "jinja_pass_arg", None)
        if passed is not None and passed is not EVALUATED:
            return super().call(called, *args, **named)
        if named:
            named.pop("_block_vars", None)
            named.pop("_loop_vars", None)
        if passed is None:
            return called(*args, **named)
        return called(self.eval_ctx, *args, **named)


class _Template(Template):
    """A template that makes its macros once if they are imported without a context.

    Jinja compares the globals of both sides at every import, which costs more than the macros; here
    no template has globals of its own.
    """

    def _get_default_module(self, _ctx: Context | None = None) -> TemplateModule:
        if self._module is None:
            self._module = self.make_module()
        return self._module


class Templates(Environment):
    """The templates of the pages."""

    template_class = _Template
    code_generator_class = _Code
    context_class = _Context

    def __init__(self, app: Any, **options: Any) -> None:
        super().__init__(app, trim_blocks=True, lstrip_blocks=True, finalize=say_value, **options)
        self.cache = {}  # all there are: Jinja's own of 400 is searched through at every use

    def getattr(self, obj: Any, attribute: str) -> Any:
        """Return a value's part by its name: nearly always a key of a dict.

        Jinja itself looks for an attribute first, and at a key when that has failed.
        """
        if type(obj) is dict and attribute in obj and attribute not in _METHODS:
            return obj[attribute]
        return super().getattr(obj, attribute)

    @staticmethod
    def printed(value: Any) -> str:
        """Return the text for a value in ``{{ }}``: worded, and escaped if it is no markup.

        It is str and not Markup, so that nothing checks it again.
        """
        kind = type(value)
        text: str
        if kind is str:
            text = _escaped(wording.bind_prices(value))
        elif kind is Markup:
            text = value
        else:
            text = str(value) if kind is int and value >= 0 else escape(say_value(value))
            text = wording.bind_prices(text)
        return text


_METHODS = frozenset(dir(dict))


def say_value(value: Any) -> Any:
    """Return a value in ``{{ }}`` in the reader's language, if the rules worded it.

    A number below 0 gets a true minus sign, in an address or a field only where the template makes
    it a string (``|string``).
    """
    kind = type(value)
    if kind is str or kind is Markup:  # nearly everything, and asked hundreds of times a page
        return value
    if kind is int:
        return format_signed(value) if value < 0 else value
    return wording.say(value) if isinstance(value, (M, DataSentence)) else value
