"""``tffix verify``: train code before and after its fixes, and compare."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tffix.cli.options import CONFIG_NAMES, color_option, config_options, resolver
from tffix.cli.streams import stderr, stdout

if TYPE_CHECKING:
    from tffix.codemod import Contract
    from tffix.config.resolve import Resolver
    from tffix.verify.runs import Options, Version
    from tffix.verify.verdict import Verdict

NOTHING_TO_DO, FAILED = 0, 2
_ARGUMENTS = "tffix.cli.verify.arguments"


class _WithArguments(click.Command):
    """Keeps what comes behind ``--`` apart: those are the script's own arguments."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if "--" in args:
            at = args.index("--")
            ctx.meta[_ARGUMENTS] = tuple(args[at + 1 :])
            args = args[:at]
        return super().parse_args(ctx, args)


@click.command("verify", cls=_WithArguments)
@click.argument("paths", nargs=-1, metavar="FILE [AFTER] [-- ARGS...]")
@click.option("--module", metavar="PKG.MODULE", help="Verify what `python -m PKG.MODULE` runs, instead of a file.")
@click.option(
    "--corpus",
    is_flag=False,
    flag_value="ALL",
    metavar="[TF3|PATH]",
    help="Verify the runnable cases of the corpus: of some codemods, or below a path.",
)
@click.option("--device", type=click.Choice(["auto", "cpu", "gpu"]), default="auto", show_default=True)
@click.option("--replicas", type=click.IntRange(min=1), default=1, metavar="N", help="Logical devices of the CPU.")
@click.option("--steps", type=click.IntRange(min=1), metavar="N", help="Stop after N optimizer steps.")
@click.option("--seeds", type=click.IntRange(min=1), default=1, show_default=True, metavar="K", help="Runs of each.")
@click.option(
    "--timeout",
    type=click.FloatRange(min=0, min_open=True),
    default=600.0,
    show_default=True,
    metavar="SECONDS",
    help="The longest a run may take.",
)
@click.option("--tolerance", type=click.FloatRange(min=0), metavar="X", help="Relative; default: of the contract.")
@click.option("--plot", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE.png|svg|html")
@click.option("--keras", type=click.Choice(["2", "3"]), help="The Keras that runs (TF_USE_LEGACY_KERAS).")
@click.option("--output-format", type=click.Choice(["text", "json"]), default="text", show_default=True)
@config_options
@color_option
@click.pass_context
def command(ctx: click.Context, /, **options: Any) -> None:
    """Train FILE as it is and with its fixes, and compare the curves; or two given versions.

    Each version runs in a process and a scratch copy of its own, with the same seeds. The scripts need no change.

    Exit code 0: equal within the contract of the codemods that fired; 1: not equal; 2: could not be run.
    """
    config = resolver(**{name: options.pop(name) for name in CONFIG_NAMES})
    paths, arguments = list(options.pop("paths")), ctx.meta.get(_ARGUMENTS, ())
    ctx.exit(_verify(paths, arguments, config, options))


def _verify(paths: list[str], arguments: tuple[str, ...], config: Resolver, given: dict[str, Any]) -> int:
    from tffix.verify import judge, plots, versions
    from tffix.verify.corpus import NoCaseError
    from tffix.verify.scratch import TooLargeError
    from tffix.verify.verdict import Promise

    if not versions.tensorflow_is_installed():
        return _fail("TensorFlow is not installed: pip install 'tffix[verify]'")
    try:
        if given["plot"] is not None:
            plots.check(given["plot"])
        if given["corpus"] is not None:
            return _corpus(given["corpus"], paths, given)
        title, before, after, contract = _versions(paths, arguments, config, given["module"])
        if contract is None:
            stdout(given["color"]).line(title)
            return NOTHING_TO_DO
        promise = Promise.of(contract, given["tolerance"])
        verdict = judge.judge(before, after, promise, _options(given), _watch)
        _report(title, verdict, given)
    except (versions.NotFixedError, NoCaseError, TooLargeError, plots.PlotError, OSError) as error:
        return _fail(str(error))
    return verdict.status.value


def _versions(
    paths: list[str], arguments: tuple[str, ...], config: Resolver, module: str | None
) -> tuple[str, Version, Version, Contract | None]:
    """The title of the report, the two versions, and their contract; ``None`` if they are the same."""
    from tffix.codemod import Contract
    from tffix.verify import versions

    working = Path.cwd()
    if len(paths) == 2 and module is None:
        if missing := next((path for path in paths if not Path(path).is_file()), None):
            raise versions.NotFixedError(f"{missing}: no such file")
        before, after = versions.given(Path(paths[0]), Path(paths[1]), arguments, working=working)
        return f"{paths[0]} against {paths[1]}", before, after, Contract.TOLERANCE
    if len(paths) != (0 if module else 1):
        raise click.UsageError("name one file, or two versions, or a --module")
    path = versions.module_path(module, working) if module else Path(paths[0])
    settings = config.settings(str(path))
    before, after, findings = versions.fixed(path, settings, arguments, working=working, module=module)
    codes = sorted({finding.code for finding in findings if finding.fixed})
    if not codes:
        return _nothing(str(path), len(findings), settings.unsafe_fixes), before, after, None
    return f"{path} before and after {', '.join(codes)}", before, after, versions.contract_of(codes)


def _corpus(word: str, paths: list[str], given: dict[str, Any]) -> int:
    """Verify cases of the corpus; the exit code is that of the worst."""
    from tffix.verify import report
    from tffix.verify.corpus import selected

    if paths or given["module"] or given["plot"]:
        raise click.UsageError("--corpus takes no files, no --module and no --plot")
    out = stdout(given["color"])
    verdicts = []
    with selected(word) as cases:
        for item in cases:
            verdict = item.verify(_options(given), tolerance=given["tolerance"], watch=_watch)
            verdicts.append((str(item.case), verdict))
            if given["output_format"] == "text":
                for line in report.case_lines(str(item.case), verdict, out.paint):
                    out.line(line)
                out.flush()
    if given["output_format"] == "json":
        out.line(json.dumps([report.as_json(title, verdict) for title, verdict in verdicts], indent=2))
    else:
        out.line(report.corpus_summary([verdict for _, verdict in verdicts]))
    out.flush()
    return max(verdict.status.value for _, verdict in verdicts)


def _nothing(path: str, left: int, unsafe: bool) -> str:
    hint = "" if unsafe or not left else f" ({left} findings are left; --unsafe-fixes may change more)"
    return f"{path}: no fix changes this file{hint}: nothing to verify"


def _options(given: dict[str, Any]) -> Options:
    from tffix.verify.runs import Options

    return Options(
        device=given["device"],
        replicas=given["replicas"],
        steps=given["steps"],
        seeds=given["seeds"],
        timeout=given["timeout"],
        keras=None if given["keras"] is None else int(given["keras"]),
    )


def _report(title: str, verdict: Verdict, given: dict[str, Any]) -> None:
    from tffix.verify import plots, report

    if given["plot"] is not None:
        plots.write(given["plot"], title, verdict)
    out = stdout(given["color"])
    if given["output_format"] == "json":
        out.line(json.dumps(report.as_json(title, verdict), indent=2))
    else:
        for line in report.lines(title, verdict, out.paint):
            out.line(line)
    out.flush()


def _watch(text: str) -> None:
    err = stderr("auto")
    if err.terminal:
        err.line(f"running {text} ...")
        err.flush()


def _fail(message: str) -> int:
    err = stderr("auto")
    err.line(f"{err.paint('error', 'bold red')}: {message}")
    err.flush()
    return FAILED
