#!/bin/sh
# gcc 12.2.0 and binutils 2.40 (Debian 12), with DWARF 5, gcc's default: if the first function of a unit is written in a header (an
# inline that was not inlined, or code behind a #line), `addr2line` and `objdump -l` say the unit's file with the header's line:
# `a.c:5` for queue.h:5, a line of a.c that does something else. DWARF lets a line table begin with file 1; gcc counts on it, and its
# file 0 is the unit, file 1 the header; binutils begins with the first entry, which since DWARF 5 is number 0. Usually both are
# one file, so nobody sees it. With -gdwarf-4, in clang's units (which name the file first), and by GDB and llvm-symbolizer
# it is right. Decoded oopses, profiles and coverage by address so name a wrong file that has such a line. With -flto the file is
# `<artificial>`, which is none. What holds: GDB's `info line *ADDRESS`, or -gdwarf-4.
set -eu
gcc --version | head -1 | grep -q ' 12\.2\.0'
addr2line --version | head -1 | grep -q ' 2\.40'
gdb --version | head -1 | grep -q ' 13\.1'
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > queue.h <<'C'
/* How long a queue is in bytes. */

static __attribute__((noinline)) int length(int n)
{
	return n * 3;
}
C
cat > a.c <<'C'
#include "queue.h"
int first(int n) { return n; }
int second(int n)
{
	return length(n) + 1;
}
int main(int argc, char **argv) { return first(argc) + second(argc); }
C
names() { sed 's,.*/,,; s/ .*//'; }
asked() {
	address=$(nm program | sed -n 's/ t length.*//p')
	of_addr2line=$(addr2line -e program "$address" | names)
	of_objdump=$(objdump -dl program | grep -A3 '<length[a-z.0-9]*>:' | grep -o '[^/]*:[0-9]*$' | tail -1)
	of_gdb=$(gdb -q -nx -batch -ex "info line *0x$address" program | sed -n 's,^Line \([0-9]*\) of "\(.*/\)*\([^"]*\)".*,\3:\1,p')
	echo "$1: addr2line $of_addr2line, objdump $of_objdump, GDB $of_gdb"
}
gcc -O1 -g a.c -o program
readelf --debug-dump=rawline program 2> /dev/null | grep -E '^  [01]\s.*(a\.c|queue\.h)$'
asked "gcc"
[ "$of_addr2line" = a.c:5 ]
[ "$of_objdump" = a.c:5 ]
[ "$of_gdb" = queue.h:5 ]
gcc -O1 -g -gdwarf-4 a.c -o program
asked "gcc -gdwarf-4"
[ "$of_addr2line" = queue.h:5 ]
[ "$of_objdump" = queue.h:5 ]
[ "$of_gdb" = queue.h:5 ]
gcc -O1 -g -flto a.c -o program
asked "gcc -flto"
[ "$of_addr2line" = "<artificial>:5" ]
[ "$of_gdb" = queue.h:5 ]
echo "a line of the header is said to be one of the unit"
