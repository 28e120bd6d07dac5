#!/bin/sh
# GDB 13.1 (Debian 12), gcc 12.2.0: `print 'two.c'::name` is documented to mean the name in that file. Where two.c has none, GDB
# prints the static variable or function of the same name of another file, without a word; `info address 'two.c'::name` and
# `break two.c:name` say that there is none, and a file that there is not is an error. A tool that asks for a static of one unit
# by GDB's own notation (kernels have dozens of static `init`, `lock`, `table`) gets that of another unit, and can't tell.
# What holds: compare the address with the ranges of the unit, or ask `info address` first.
set -eu
gcc --version | head -1 | grep -q ' 12\.2\.0'
gdb --version | head -1 | grep -q ' 13\.1'
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > one.c <<'C'
static int limit = 7;
static int init(void) { return limit; }
int one(void) { return init(); }
C
cat > two.c <<'C'
int one(void);
int main(void) { return one(); }
C
gcc -g -O0 one.c two.c -o program
gdb -q -nx -batch -ex "print 'two.c'::limit" -ex "print 'two.c'::init" -ex "info address 'two.c'::limit" \
	-ex "break two.c:init" -ex "print 'three.c'::limit" program > said 2>&1 < /dev/null || true
cat said
grep -q '^\$1 = 7$' said
grep -q '^\$2 = {int (void)} 0x.* <init>$' said
grep -q "^No symbol \"'two.c'::limit\" in current context" said
grep -q '^Function "init" not defined in "two.c"' said
grep -q '^No symbol "three.c" in current context' said
echo "the file in front of :: is left out of account where it has no such name"
