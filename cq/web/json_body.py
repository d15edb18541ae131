"""Reads the JSON bodies of requests with the library's reader, so that each error is specific."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

from fastapi import HTTPException, Request, Response
from fastapi.routing import APIRoute

from cq.errors import InputError
from cq.files.json_input import parse_json


class JsonRequest(Request):
    """A request whose body is refused with status 422 unless it is JSON without repeated keys."""

    async def json(self) -> Any:
        try:
            return parse_json(await self.body(), "the request")
        except InputError as error:
            raise HTTPException(422, str(error)) from None


class JsonRoute(APIRoute):
    """A route that reads its requests as `JsonRequest`: FastAPI's own reading names only some errors."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        handle = super().get_route_handler()

        async def read_and_handle(request: Request) -> Response:
            return await handle(JsonRequest(request.scope, request.receive))

        return read_and_handle
