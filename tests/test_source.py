"""Bytes to text and back."""

from __future__ import annotations

import codecs

import pytest

from tffix.source import Source, SourceError


@pytest.mark.parametrize(
    ("data", "encoding"),
    [
        pytest.param(b"", "utf-8", id="empty"),
        pytest.param(b"x = 1", "utf-8", id="no last newline"),
        pytest.param("# 模型 é\r\nx = 1\r\n".encode(), "utf-8", id="CRLF and Chinese"),
        pytest.param(b"x = 1\ry = 2\r", "utf-8", id="lone CR"),
        pytest.param(b"a\nb\r\nc\rd\x0c\n\te\x0b\n", "utf-8", id="mixed line ends, form feed, tab"),
        pytest.param("a = '\x85\u2028'\n".encode(), "utf-8", id="unicode line ends inside a string"),
        pytest.param(b"# -*- coding: latin-1 -*-\nx = '\xe9'\n", "iso8859-1", id="latin-1 with a cookie"),
        pytest.param(
            b"#!/usr/bin/env python\n# vim: set fileencoding=cp1252 :\nx = '\x80'\n", "cp1252", id="second line"
        ),
        pytest.param(b"\n# coding=latin-1\nx = '\xe9'\n", "iso8859-1", id="cookie below a blank line"),
        pytest.param(b"#!python\r# coding: latin-1\rx = '\xe9'\r", "iso8859-1", id="cookie between lone CRs"),
        pytest.param("# coding: gbk\nx = '模型'\n".encode("gbk"), "gbk", id="gbk"),
        pytest.param(b"x = 1\n# coding: latin-1\n", "utf-8", id="cookie below code does not count"),
        pytest.param(b"\n\n# coding: latin-1\n", "utf-8", id="cookie on the third line does not count"),
    ],
)
def test_text_comes_back_byte_for_byte(data: bytes, encoding: str) -> None:
    source = Source.decode(data)

    assert source.encoding == encoding
    assert source.encode(source.text) == data


@pytest.mark.parametrize("cookie", [b"", b"# coding: utf-8\n", b"# coding: UTF8\n"])
def test_byte_order_mark_is_no_part_of_the_text_and_is_kept(cookie: bytes) -> None:
    data = codecs.BOM_UTF8 + cookie + b"x = 1\n"
    source = Source.decode(data)

    assert source.bom
    assert source.text == (cookie + b"x = 1\n").decode()
    assert source.encode("y = 2\n") == codecs.BOM_UTF8 + b"y = 2\n"


@pytest.mark.parametrize(
    ("data", "message"),
    [
        pytest.param(
            b"x = 1\r\ny = '\xe9'\r\n",
            "byte 0xe9 on line 2 is not UTF-8: declare the encoding on the first line, "
            'as in "# -*- coding: latin-1 -*-"',
            id="latin-1 without a cookie",
        ),
        pytest.param(
            b"# coding: ascii\rx = 1\ry = '\xe9'\r",
            "byte 0xe9 on line 3 is not valid in the declared encoding 'ascii'",
            id="byte outside the declared encoding",
        ),
        pytest.param(b"# coding: klingon\n", "declares the unknown encoding 'klingon'", id="unknown encoding"),
        pytest.param(
            b"# coding: utf-16\n",
            "declares the encoding 'utf-16', in which Python source cannot be written",
            id="encoding that is no superset of ASCII",
        ),
        pytest.param(
            b"# coding: rot13\n",
            "declares the encoding 'rot13', in which Python source cannot be written",
            id="codec that is none of text",
        ),
        pytest.param(
            codecs.BOM_UTF8 + b"# coding: latin-1\n",
            "begins with a UTF-8 byte order mark but declares the encoding 'latin-1'",
            id="byte order mark against cookie",
        ),
        pytest.param(b"x = 1\ny = '\0'\n", "is not Python source text: NUL byte on line 2", id="NUL byte in a text"),
        pytest.param(
            b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "is not Python source text: NUL byte on line 3", id="binary data"
        ),
        pytest.param(
            "x = 1\n".encode("utf-16"),
            "is UTF-16 text, which Python does not read: save it as UTF-8",
            id="UTF-16 with a byte order mark",
        ),
        pytest.param(
            "x = 1\n".encode("utf-16-be"),
            "looks like UTF-16 text, which Python does not read: save it as UTF-8",
            id="UTF-16 without one",
        ),
    ],
)
def test_what_is_no_python_text_is_named(data: bytes, message: str) -> None:
    with pytest.raises(SourceError) as caught:
        Source.decode(data)

    assert str(caught.value) == message


def test_new_text_must_fit_the_encoding() -> None:
    source = Source.decode(b"# coding: latin-1\nx = '\xe9'\n")

    with pytest.raises(SourceError, match="'模' cannot be written in the encoding iso8859-1"):
        source.encode("x = '模'\n")
