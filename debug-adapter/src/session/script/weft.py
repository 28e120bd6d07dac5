"""Questions to a recorded run or a memory dump, for scripts of `weft debug FILE --script SCRIPT`.

Values are GDB's (`gdb.Value`): `task["state"]`, `int(task["pid"])`, `task["next"].dereference()`.
A position is a number of instructions executed since power-on.
"""

import json
import os
import subprocess
import sys
import traceback

import gdb


class Problem(Exception):
    """What Weft can't answer, with its reason. A script that lets it through ends with the message and exit code 1."""


def value(expression):
    """The value of a C expression, as it is where the run stands."""
    return gdb.parse_and_eval(expression)


def text(chars, longest=4096):
    """The string that a `char *` or an array of char holds, at most `longest` bytes of it; bytes above 127 as \\xNN."""
    kind = chars.type.strip_typedefs().code
    if kind == gdb.TYPE_CODE_ARRAY:
        longest = min(longest, chars.type.sizeof)
        address = int(chars.address)
    else:
        address = int(chars)
    if address == 0:
        return None
    held = bytearray()
    # By pieces that end at a page: what is behind the string may not be there.
    while len(held) < longest:
        piece = min(longest - len(held), 4096 - (address + len(held)) % 4096)
        held += bytes(gdb.selected_inferior().read_memory(address + len(held), piece))
        if b"\0" in held:
            break
    return bytes(held).split(b"\0")[0].decode("ascii", "backslashreplace")


def elements(array, count=None):
    """Each element of an array; of a pointer, `count` of them."""
    if array.type.strip_typedefs().code == gdb.TYPE_CODE_ARRAY:
        first, last = array.type.strip_typedefs().range()
        for index in range(first, last + 1 if count is None else min(last + 1, first + count)):
            yield array[index]
    elif count is None:
        raise Problem("elements(pointer) needs a count: nothing says how many there are")
    else:
        for index in range(count):
            yield array[index]


def chain(first, member, most=1_000_000):
    """From the pointer `first` along `member` to a null pointer: what is pointed to, one after the other."""
    seen = set()
    while int(first) != 0:
        if int(first) in seen:
            raise Problem(f"the list comes back to {hex(int(first))} after {len(seen)} members")
        if len(seen) == most:
            raise Problem(f"the list has more than {most} members")
        seen.add(int(first))
        yield first.dereference()
        first = _followed(first[member], "list", len(seen))


def list_for_each(head, kind, link):
    """Each `kind` ('struct task') whose member `link` is in the circular list of `head`, as Linux keeps lists by `next`."""
    if head.type.strip_typedefs().code == gdb.TYPE_CODE_PTR:
        head = head.dereference()
    holder = gdb.lookup_type(kind)
    path = gdb.parse_and_eval(f"(unsigned long)&(({kind} *)0)->{link}")
    word = gdb.lookup_type("unsigned long")
    start = int(head.address)
    seen = {start}
    at = head["next"]
    while int(at) != start:
        if int(at) == 0:
            raise Problem(f"the list of {hex(start)} ends with a null pointer after {len(seen) - 1} members")
        if int(at) in seen:
            raise Problem(f"the list of {hex(start)} comes back to {hex(int(at))} and not to its head")
        seen.add(int(at))
        yield gdb.Value(int(at) - int(path)).cast(word).cast(holder.pointer()).dereference()
        at = _followed(at.dereference()["next"], f"list of {hex(start)}", len(seen) - 1)


def _followed(pointer, what, count):
    try:
        pointer.fetch_lazy()
    except gdb.MemoryError as error:
        raise Problem(f"the {what} leads out of memory after {count} members: {error}") from None
    return pointer


def position():
    """How many instructions the recorded run has executed here."""
    said = _monitor("weft-position")
    digits = "".join(letter for letter in said if letter.isdigit())
    if digits == "":
        raise Problem(f"where the run stands is not known: {said.strip()}")
    return int(digits)


def goto(to):
    """To just before the instruction at a position (or of a hit), before or ahead."""
    to = to["position"] if isinstance(to, dict) else int(to)
    _of_recordings("goto")
    _quietly(f"weft-goto {to}")


def hits(pointcut, most=None, seconds=None):
    """When the join points of a pointcut ran: a list of dicts with `position`, `joinPoint`, `values`, in the order of time.

    Raises Problem where the search ended before the run does (`most`, 1000 by default; `seconds`, 60), unless that was asked for.
    """
    answer = _ask({"hits": pointcut, "most": most, "seconds": seconds})
    limit = answer.get("limit")
    if limit is not None and {"most": most, "seconds": seconds}[limit["by"]] is None:
        raise Problem(
            f"hits({pointcut!r}) were searched to instruction {limit['searchedTo']} only: "
            f"say {limit['by']}=N if so many are enough, or more"
        )
    return answer["hits"]


def why(expression, at=None, most=None):
    """Where a value came from: the chain that `weft debug --why EXPRESSION@N --json` prints; N is where the run stands by default."""
    return _ask({"why": f"{expression}@{position() if at is None else at}", "most": most})["origin"]


def why_ran(at=None, most=None):
    """Why an instruction ran: the chain that `weft debug --why-ran N --json` prints."""
    return _ask({"whyRan": position() if at is None else int(at), "most": most})["reason"]


def table(rows, columns):
    """Prints rows (lists, or dicts by column) below the columns' names, each column as wide as its longest cell."""
    cells = [[str(row[name] if isinstance(row, dict) else row[index]) for index, name in enumerate(columns)] for row in rows]
    widths = [max(len(line[index]) for line in [list(columns), *cells]) for index in range(len(columns))]
    for line in [list(columns), *cells]:
        print("  ".join(cell.ljust(width) for cell, width in zip(line, widths)).rstrip())


def timeline(points, width=60, end=None):
    """Prints (position, label) pairs, each on a line of its own with a mark where it is between power-on and `end`, the last one by default."""
    points = [(point["position"], point["joinPoint"]) if isinstance(point, dict) else point for point in points]
    last = max([at for at, _ in points] + [end or 0, 1])
    for at, label in points:
        mark = min(width - 1, at * width // last)
        print(f"{at:>{len(str(last))}} |{' ' * mark}#{' ' * (width - mark - 1)}| {label}")


def _of_recordings(what):
    if _session().get("of") != "recording":
        raise Problem(f"{what} asks for a recorded run: nothing runs in a memory dump")


def _session():
    return json.loads(os.environ["WEFT_SCRIPT"])


def _quietly(command):
    """What GDB says of a stop goes past `to_string`: what the script prints is all that is to be read."""
    sys.stdout.flush()
    gdb.flush()
    kept, nowhere = os.dup(1), os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.close(nowhere)
    try:
        gdb.execute(command, to_string=True)
        gdb.flush()
    finally:
        os.dup2(kept, 1)
        os.close(kept)


def _monitor(command):
    _of_recordings("position")
    return gdb.execute(f"monitor {command}", to_string=True)


def _ask(question):
    """By a replay of its own, so that this one stays where it is."""
    _of_recordings("hits" if "hits" in question else "why")
    session = _session()
    asked = {key: of for key, of in question.items() if of is not None}
    options = {"file": session["file"], "project": session["project"], "json": True, **asked}
    run = subprocess.run([*session["ask"], json.dumps(options)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    try:
        answer = json.loads(run.stdout)
    except ValueError:
        raise Problem(f"{question}: {run.stderr.decode(errors='replace').strip() or 'no answer'}") from None
    for problem in answer.get("problems", []):
        if problem["severity"] == "error":
            raise Problem(problem["message"])
    return answer


def _start():
    """Runs the script as a program of its own would run, and ends GDB with its exit code."""
    session = _session()
    script, code = session["script"], 0
    sys.argv = [script, *session["words"]]
    sys.path.insert(0, os.path.dirname(os.path.abspath(script)))
    try:
        _quietly(f"target remote {session['stub']}")
        with open(script, "rb") as source:
            program = compile(source.read(), script, "exec")
        exec(program, {"__name__": "__main__", "__file__": script, "weft": sys.modules[__name__], "gdb": gdb})
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else 0 if end.code is None else 1
        if isinstance(end.code, str):
            print(end.code, file=sys.stderr)
    except BaseException as error:  # Whatever it is: the script's own lines are what its author wants to see.
        code = 1
        frames = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename != __file__]
        at = f"{frames[-1].filename}:{frames[-1].lineno}: " if frames else ""
        name = "" if isinstance(error, (Problem, gdb.error)) else f"{type(error).__name__}: "
        print(f"weft debug: error[weft/debug/script]: {at}{name}{error}", file=sys.stderr)
    sys.stderr.flush()
    _quietly(f"quit {code & 255}")
