#!/bin/sh
# gcc 12.2.0 (Debian 12), C: `#pragma GCC pop_options` takes `__OPTIMIZE__` back that `#pragma GCC optimize` has defined, unless
# a function was defined between them; then the macro stays for the rest of the unit, though the functions behind it are
# compiled without optimization, and no warning tells. Macros of `#pragma GCC target` are taken back both ways.
# So headers that ask `__OPTIMIZE__` for inline definitions or for checks (glibc's fortified functions, the compiler's
# intrinsics) take another branch behind a header with one tuned inline function in push and pop than behind one with a
# tuned macro. The preprocessor alone (-E, -save-temps, ccache and distcc with preprocessed text) knows no functions and
# always takes it back. The same was seen with gcc 14.2.0 and 16.2.0, whose -E follows the pragmas otherwise; g++ reads a unit
# to its end before it follows one, and clang sets no such macros.
set -eu
gcc --version | head -1 | grep -q ' 12\.2\.0'
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
ask() {
	cat > "$1.c" <<C
#pragma GCC push_options
#pragma GCC optimize("O2")
#pragma GCC target("sse4.2")
$2
#pragma GCC pop_options
#ifdef __OPTIMIZE__
#define OPTIMIZE "__OPTIMIZE__ stays"
#else
#define OPTIMIZE "__OPTIMIZE__ is taken back"
#endif
#ifdef __SSE4_2__
#define TARGET "__SSE4_2__ stays"
#else
#define TARGET "__SSE4_2__ is taken back"
#endif
int puts(const char *);
int main(void) { puts(OPTIMIZE ", " TARGET); return 0; }
C
	gcc -O0 -Wall -Wextra "$1.c" -o "$1" 2>> warned
	echo "$1: $(./$1)"
}
ask prototype 'int half(int);' | tee said
ask function 'static inline int half(int x) { return x / 2; }' | tee -a said
[ ! -s warned ]
grep -qx 'prototype: __OPTIMIZE__ is taken back, __SSE4_2__ is taken back' said
grep -qx 'function: __OPTIMIZE__ stays, __SSE4_2__ is taken back' said
# What is compiled behind it is not optimized all the same.
cat >> function.c <<'C'
int one(void) { int x = 1; x++; return x; }
C
gcc -O0 -S function.c -o - | sed -n '/^one:/,/ret/p' | grep -q 'addl'
gcc -O0 -E function.c | grep -q 'puts("__OPTIMIZE__ is taken back"'
echo "after a function, popped options leave their macro behind"
