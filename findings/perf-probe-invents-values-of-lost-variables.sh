#!/bin/sh
# linux-perf 6.1 (Debian 12: 6.1.187) and gcc 12.2.0: a probe in an inlined function is one definition for each copy. Where a copy has no trace
# left of a variable that is asked for, and another one has, `perf probe -D 'q n'` fills in a constant, `n=\deade12d:s32`, and ends with
# exit code 0. In the trace each hit of that copy says n = -559029971 among right values of the others, typed like them; no line,
# warning or field tells them apart, and `perf script`, averages and histograms take it as a number. Where no copy has the variable,
# the same request is refused, "Perhaps it has been optimized out", which is what one relies on.
# What holds: define with -D first and look for deade12d, or ask `perf probe -V`, which says "No matched variables" of that copy.
set -eu
export LC_ALL=C
perf --version | grep -q '^perf version 6\.1\.'
gcc --version | head -1 | grep -q ' 12\.2\.0'
perf --version
gcc --version | head -1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > work.c <<'C'
int step(int); void complain(int) __attribute__((cold));
static inline __attribute__((always_inline)) int q(int n)
{
	int sum = 0;
	if (n > 1000) complain(n);
	for (int i = 0; i < n; i++) sum += step(i);
	return sum;
}
int work(int n) { if (n < 3) return q(n) + 1; return q(n * 2) + step(3); }
C
cat > main.c <<'C'
int work(int);
int step(int n) { return n; }
void complain(int n) { __asm__ volatile("" : : "r"(n)); }
static inline __attribute__((always_inline)) int once(int n, int lost) { (void)lost; return n * 2; }
__attribute__((noinline)) int go(int n) { return once(n, n * 77) + 1; }
int main(int argc, char **argv) { (void)argv; return go(work(argc)) == 0; }
C
gcc -g -O2 -fno-pie -no-pie work.c main.c -o program
perf probe -x ./program -D 'q n' > definitions 2> words
sed 's, /[^ ]*/, ,' definitions
test ! -s words
test "$(wc -l < definitions)" = 2
grep -c 'n=%[a-z]*:s32$' definitions | grep -qx 1
grep -c 'n=\\deade12d:s32$' definitions | grep -qx 1
if perf probe -x ./program -D 'once lost' > none 2> words; then exit 1; fi
grep -q 'Perhaps it has been optimized out' words
echo "one copy's n is a register, the other's a constant that nobody computed"
