#!/bin/sh
# GDB 13.1 (Debian 12): gdb.execute(COMMAND, to_string=True) is documented to collect what the command prints and to return it. Of
# commands that run the program (run, continue, stepi, reverse-stepi, until, finish) it returns everything but what one wants of them: where
# the program stopped. That is written past the capture, to the user's output, while the string that comes back is empty (`stepi`) or holds
# only the words before it (`run`). So a script that parses the answer of `stepi` sees no stop, one that wants to be quiet
# is not, and what a batch prints for another program to read (JSON, a table) has lines of GDB between its own. The same in
# commands that a user defined. `info line`, `print`, `break` beside them are captured whole, which is why nobody suspects it.
# What holds: ask gdb.selected_frame().find_sal() or gdb.events.stop for the place; to be quiet, put file descriptor 1 aside, with
# gdb.flush() before and after.
set -eu
export LC_ALL=C
gdb --version | head -1 | grep -q ' 13\.1'
gdb --version | head -1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
printf 'int ticks;\nint main(void)\n{\n\tticks = 1;\n\tticks = 2;\n\treturn 0;\n}\n' > tick.c
gcc -g -O0 tick.c -o tick
cat > ask.py <<'P'
import gdb

for command in ("break main", "run", "next", "stepi", "info line"):
    captured = gdb.execute(command, to_string=True)
    gdb.write(f"CAPTURED of {command}: {'a place' if 'tick.c' in captured else 'no place'}\n")
    gdb.flush()
P
gdb -nx -batch -x ask.py ./tick > all 2> words
grep -v '^$' all
grep -c '^[0-9]*	' all | sed 's/$/ lines of the program were printed beside the captured answers/'
grep -q '^CAPTURED of break main: a place$' all
grep -q '^CAPTURED of info line: a place$' all
for command in run next stepi; do grep -q "^CAPTURED of $command: no place$" all; done
grep -q '^Breakpoint 1, main () at tick.c:4$' all
grep -q '^5	' all
echo "a captured command keeps everything but its stop, which is printed all the same"
