#!/bin/sh
# gcc 12.2.0 (Debian 12): `gcc -c a.c` and `gcc -E a.c` then `gcc -c a.i` compile different programs, both without a word.
# `#pragma GCC target` and `#pragma GCC optimize` set the macros that tell of such options (__SSE4_2__, __OPTIMIZE__) when gcc
# compiles directly; when it only preprocesses, the pragmas pass through, and `#ifdef __SSE4_2__` behind them takes the other
# branch. The same happens by -save-temps and -no-integrated-cpp, with a distributed compile of preprocessed text, a reduced test
# case and every tool that works on `.i` files; a run with -save-temps to look into a fault looks at other code than the faulty.
# clang 19.1.7 sets none of the macros by a pragma, so its two ways agree with each other, and with gcc's
# second. (gcc's bug 87299: 14.2.0 preprocesses `target` alike but not `optimize`, 16.2.0 both.)
set -eu
gcc --version | head -1 | grep -q ' 12\.2\.0'
clang-19 --version | head -1 | grep -q ' 19\.1\.7'
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > a.c <<'C'
#include <stdio.h>
#pragma GCC push_options
#pragma GCC target("sse4.2")
#ifdef __SSE4_2__
#define CRC "by an instruction"
#else
#define CRC "by a table"
#endif
#pragma GCC pop_options
#pragma GCC optimize("O2")
#ifdef __OPTIMIZE__
#define CHECKS "without checks"
#else
#define CHECKS "with checks"
#endif
int main(void) { puts(CRC ", " CHECKS); return 0; }
C
both() {
	$1 -Wall -Wextra $2 -O0 a.c -o direct 2> warned
	$1 -E -O0 a.c > a.i
	$1 -Wall -Wextra -O0 a.i -o apart 2>> warned
	echo "$1: directly: $(./direct); preprocessed apart: $(./apart)"
}
both gcc "" | tee gcc.said
[ ! -s warned ]
both clang-19 "-Wno-unknown-pragmas" | tee clang.said
gcc -save-temps -O0 a.c -o saved
gcc -no-integrated-cpp -O0 a.c -o parted
echo "gcc -save-temps: $(./saved); -no-integrated-cpp: $(./parted)"
grep -q 'directly: by an instruction, without checks; preprocessed apart: by a table, with checks' gcc.said
grep -q 'directly: by a table, with checks; preprocessed apart: by a table, with checks' clang.said
[ "$(./saved)" = "by a table, with checks" ]
[ "$(./parted)" = "by a table, with checks" ]
echo "the preprocessed text is of another program than gcc compiles"
