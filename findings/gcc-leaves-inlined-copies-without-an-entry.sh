#!/bin/sh
# gcc 12.2.0 and GDB 13.1 (Debian 12), -O2 and -Os: a small function is inlined in both arms of an `if`. gcc clears the counters of
# both copies with the same two instructions, files these under one copy though only the other arm runs them, and leaves that
# copy without DW_AT_entry_pc. With nothing better, its first range is taken for its beginning, so `break q` gets two locations in one
# arm and none in the other: of 60 + 40 calls the 60 are never seen, and the 40 are hits twice, 80 together. At -Os a copy's
# low_pc is the head of its loop, and 100 calls are 160 hits. `info breakpoints` says "2 locations" and nothing else; `perf probe -D q`
# (6.1) names the same two addresses. A stop that never comes, or a count that is off by a factor, is no proof of anything here.
# What holds: count where control enters a copy's ranges from outside, or compile what is counted with -fno-inline.
set -eu
gcc --version | head -1 | grep -q ' 12\.2\.0'
gdb --version | head -1 | grep -q ' 13\.1'
gcc --version | head -1
gdb --version | head -1
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
/* 60 calls of q with less than 3, 40 with more. */
int main(void) { int sum = 0; for (int i = 0; i < 100; i++) sum += work(i % 5); return sum == 0; }
C
for level in -O2 -Os; do
  gcc -g -no-pie -fno-pie $level work.c -c -o work.o
  gcc -g -no-pie work.o main.c -o program
  gdb -batch -nx -ex 'break q' -ex 'ignore 1 100000' -ex run -ex 'info breakpoints' ./program > session 2>&1
  hits=$(sed -n 's/.*breakpoint already hit \([0-9]*\) times/\1/p' session)
  copies=$(readelf --debug-dump=info program | grep -c DW_TAG_inlined_subroutine)
  entries=$(readelf --debug-dump=info program | grep -c 'DW_AT_entry_pc  ')
  echo "$level: 100 calls, $hits hits at $(grep -c '^1\.[0-9]' session) locations; $copies copies, $entries with an entry"
done | tee said
grep -q -- '^-O2: 100 calls, 80 hits at 2 locations; 2 copies, 1 with an entry$' said
grep -q -- '^-Os: 100 calls, 160 hits at 2 locations; 2 copies, 1 with an entry$' said
echo "breakpoints in an inlined function are hit more or less often than it is called, and nothing says so"
