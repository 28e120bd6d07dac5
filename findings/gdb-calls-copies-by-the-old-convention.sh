#!/bin/sh
# gcc 12.2.0, clang 19.1.7 and GDB 13.1 (Debian 12): both compilers take out a parameter that a static function doesn't use.
# clang says so in the debug information (DW_AT_calling_convention: DW_CC_nocall), gcc does not. So `print scaled(1, 2)` in
# GDB is refused for clang, and for gcc calls the shrunken copy with the arguments of the source: it gets the wrong ones, and
# GDB prints a wrong value without a word. On the other side GDB refuses by clang's mark more than it must: `finish` says no
# value, though the value is returned as always. Whoever calls functions of an optimized program through a debugger (checks
# in scripts, pretty-printers, `condition 1 scaled(a, b) > 3`) must ask the symbol table for `.isra`, `.constprop`.
set -eu
gcc --version | head -1 | grep -q ' 12\.2\.0'
clang-19 --version | head -1 | grep -q ' 19\.1\.7'
gdb --version | head -1 | grep -q ' 13\.1'
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > a.c <<'C'
static __attribute__((noinline)) int scaled(int unused, int by)
{
	return by * 3;
}
int main(int argc, char **argv) { return scaled(argc, argc + 6) + scaled(7, argc + 1); }
C
gcc -O2 -g a.c -o of-gcc
clang-19 -O2 -g a.c -o of-clang
for compiler in gcc clang; do
	gdb -q -nx -batch -ex "tbreak scaled" -ex run -ex "print scaled(1, 2)" -ex finish of-$compiler > $compiler.said 2>&1 < /dev/null || true
	echo "$compiler: $(nm of-$compiler | grep ' t scaled'), print scaled(1, 2), finish:"
	grep -E '^(\$1 =|Cannot call|Value returned)' $compiler.said
done
nm of-gcc | grep -q ' t scaled\.[a-z]*\.0$'
nm of-clang | grep -q ' t scaled$'
grep -q '^\$1 = 3$' gcc.said
grep -q '^Value returned is \$2 = 21$' gcc.said
if grep -q -i 'convention' gcc.said; then exit 1; fi
grep -q "^Cannot call the function 'scaled' which does not follow the target calling convention" clang.said
grep -q '^Value returned has type: int. Cannot determine contents' clang.said
echo "scaled(1, 2) is 6; GDB says 3 of gcc's program, and nothing of clang's"
