"""Streams: colours and names that are not UTF-8."""

from __future__ import annotations

import io

import pytest

from tffix.reports.output import Stream


class _Terminal(io.BytesIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("raw", "mode", "environment", "colored"),
    [
        (_Terminal, "auto", {}, True),
        (_Terminal, "auto", {"NO_COLOR": "1"}, False),
        (_Terminal, "auto", {"NO_COLOR": ""}, True),
        (_Terminal, "auto", {"TERM": "dumb"}, False),
        (_Terminal, "never", {}, False),
        (_Terminal, "always", {"NO_COLOR": "1"}, True),
        (io.BytesIO, "auto", {}, False),
        (io.BytesIO, "always", {}, True),
    ],
)
def test_colour(monkeypatch, raw, mode, environment, colored):
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    stream = Stream(raw(), mode)
    assert stream.colored is colored
    assert ("\x1b[" in stream.paint("x", "bold red")) is colored


def test_bytes_of_a_name_come_out_as_they_are():
    raw = io.BytesIO()
    Stream(raw).line("caf\udce9 模")
    assert raw.getvalue() == b"caf\xe9 " + "模\n".encode()
