#!/bin/sh
# gcc 12.2.0 (Debian 12): compiling in two steps by -fdirectives-only (directives and includes first, macros later; what icecc's remote
# preprocessing and some caches use, since it is quick and keeps -g3's macros) loses each macro that #pragma pop_macro
# brings back. The first step carries out both pragmas and leaves them out of its text, and writes no `#define` where
# the macro comes back. The usual pattern is a wrapped function: push, undef, take the real one, pop. Behind it the wrapper is
# gone; where the real function is declared the program compiles (at most with a warning that the wrapper is unused) and calls that.
# Conditions are evaluated in the first step, where the macro is there: `#ifdef` and expansion disagree on neighbouring lines.
# -E with -fpreprocessed keeps the meaning. Who builds so should search for pop_macro first.
set -eu
gcc --version | head -1 | grep -q ' 12\.2\.0'
gcc --version | head -1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > a.c <<'C'
#include <stdio.h>
static int taken(void) { return 1; }
static int counted_taken(void) { return 1000 + taken(); }
#define taken() counted_taken()

#pragma push_macro("taken")
#undef taken
static int plain(void) { return taken(); }
#pragma pop_macro("taken")

#ifdef taken
static const char *said = "wrapped";
#else
static const char *said = "not wrapped";
#endif
int main(void)
{
	printf("%s, %d %d\n", said, plain(), taken());
	return 0;
}
C
gcc -std=gnu11 -Wall -Wextra -o once a.c
gcc -std=gnu11 -E a.c -o plain.i
gcc -std=gnu11 -Wall -Wextra -x cpp-output -fpreprocessed -o expanded plain.i
gcc -std=gnu11 -E -fdirectives-only a.c -o directives.i
gcc -std=gnu11 -Wall -Wextra -x cpp-output -fpreprocessed -fdirectives-only -o split directives.i 2> words
echo "in one step:                        $(./once)"
echo "by -E, then -fpreprocessed:         $(./expanded)"
echo "by -fdirectives-only, then the rest: $(./split)"
sed -n '/^static int plain/,/^static const/p' directives.i
cat words
[ "$(./once)" = "wrapped, 1 1001" ]
[ "$(./expanded)" = "wrapped, 1 1001" ]
[ "$(./split)" = "wrapped, 1 1" ]
[ "$(grep -c 'define taken' directives.i)" = 1 ]
echo "the macro is defined for #ifdef, and gone where it is called"
