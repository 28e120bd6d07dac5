#!/bin/sh
# gcc 12.2.0 and GDB 13.1 (Debian 12): in a program linked with -flto, `break b.c:init` stops in `init` of a.c too, and
# `print 'b.c'::init` is the one of a.c. Statics keep their file in a usual build; with -flto all concrete functions are in
# one unit, `<artificial>`, which lists every file, and GDB asks whether the unit has the file, not whether the function is written in it.
# Line breakpoints (`break b.c:2`) and the frames shown are right; only FILE:FUNCTION and 'FILE'::NAME are not. Scripts and front ends
# that put their breakpoints on FILE:FUNCTION, because a kernel has many `init`, stop in all of them, or read another's variable.
# What holds: `info line FILE:FUNCTION` tells each place with its file; break by FILE:LINE or by *ADDRESS.
set -eu
gcc --version | head -1 | grep -q ' 12\.2\.0'
gdb --version | head -1 | grep -q ' 13\.1'
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
for one in a b c; do
	printf 'static __attribute__((noinline)) int init(int n)\n{\n\treturn n * %s;\n}\nint %s(int n) { return init(n); }\n' \
		"$(printf %d "'$one")" $one > $one.c
done
echo 'int a(int), b(int), c(int); volatile int z = 2; int main(void) { return a(z) + b(z) + c(z); }' > main.c
for flags in "-O2" "-O2 -flto"; do
	gcc $flags -g a.c b.c c.c main.c -o program
	gdb -q -nx -batch -ex "break b.c:init" -ex "info breakpoints" -ex "break b.c:3" -ex "output 'b.c'::init" program 2>&1 < /dev/null |
		sed "s,$folder/,," > said
	echo "gcc $flags:"
	grep -E '^(Breakpoint|[0-9].*( in init|MULTIPLE)|\{)' said
	stops=$(grep -o ' at .*[abc]\.c:[0-9]*$' said | sed 's,.*\([abc]\.c\).*,\1,' | sort -u | tr '\n' ' ')
	address=$(sed -n 's/.*\} \(0x[0-9a-f]*\) <init>.*/\1/p' said)
	home=$(gdb -q -nx -batch -ex "info line *$address" program 2>&1 | sed -n 's,.*\([abc]\.c\)".*,\1,p')
	echo "    b.c:init is in: $stops; 'b.c'::init is of $home"
	case $flags in
	*lto) [ "$stops of $home" = "a.c b.c c.c  of a.c" ] ;;
	*) [ "$stops of $home" = "b.c  of b.c" ] ;;
	esac
done
grep -q '^Breakpoint 1 at .*: b.c:init. (3 locations)$' said
grep -q '^Breakpoint 2 at .*: file .*b.c, line 3.$' said
echo "a file in front of a function's name means nothing under -flto"
