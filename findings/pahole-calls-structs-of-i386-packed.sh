#!/bin/sh
# pahole 1.24 (Debian 12, package pahole), on objects of gcc 12.2.0 -m32: a struct with a 64-bit member (`unsigned long long`,
# `double`) at an offset that is no multiple of eight is printed with `__attribute__((__packed__))`, which its source does not
# say. pahole takes a scalar's size for its alignment; by the psABI for i386 they are aligned to four in structs, and such
# structs are what every i686 kernel has for time stamps and file offsets. The attribute is not for the eye alone: it makes
# the struct's own alignment one. Text of pahole that is compiled, as headers for kernels without sources are made, puts the
# member that is such a struct elsewhere, though pahole's own comment beside it has the right offset. For x86_64 the same
# source is printed rightly.
set -eu
pahole --version | grep -q '^v1\.24$'
gcc --version | head -1 | grep -q ' 12\.2\.0'
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo "pahole $(pahole --version)"
gcc --version | head -1
cat > source.h <<'C'
struct stamp { unsigned cpu; unsigned long long ticks; };
struct event { char kind; struct stamp at; };
C
printf '#include "source.h"\nstruct event last;\n' > unit.c
gcc -m32 -g -c unit.c -o unit.o
gcc -m64 -g -c unit.c -o wide.o
pahole unit.o | tee printed.h
pahole wide.o > wide.h
# Two numbers as the compiler has them with a header: offset of `at`, size of the event, in bytes.
layout() {
  printf '#include "%s"\nint layout[] = { __builtin_offsetof(struct event, at), sizeof(struct event) };\n' "$1" > ask.c
  gcc "$2" -S -o - ask.c | sed -n 's/^[[:space:]]*\.long[[:space:]]*//p' | tr '\n' ' '
}
echo "from the source: $(layout source.h -m32), from what pahole prints: $(layout printed.h -m32)"
test "$(layout source.h -m32)" = "4 16 "
grep -q '/\* *4 *12 \*/' printed.h
test "$(layout printed.h -m32)" = "1 13 "
test "$(layout source.h -m64)" = "$(layout wide.h -m64)"
! grep -q packed wide.h || exit 1
echo "pahole's text for i386 is of another layout than its comments and the object"
