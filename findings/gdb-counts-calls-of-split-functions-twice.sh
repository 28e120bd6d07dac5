#!/bin/sh
# gcc 12.2.0 and GDB 13.1 (Debian 12): gcc -O2 splits a function that often returns at once in two, puts the head into each
# caller, and then may put the rest into that head. The debug information describes the rest as one more inlined copy of the
# same function, so `break drop` makes locations for heads and rests alike, and a call that goes on behind the head hits two
# of them: here 10 calls are 14 hits. Whoever counts calls with `info breakpoints`, `ignore 1 100` or a Python breakpoint (or
# hooks each DW_TAG_inlined_subroutine of an origin) gets more than were made, without a word; a copy that lies in a copy of
# the same origin is no call.
set -eu
gcc --version | head -1 | grep -q ' 12\.2\.0'
gdb --version | head -1 | grep -q ' 13\.1'
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > pages.c <<'C'
#include <stdio.h>
struct page { int used, data[64]; };
static struct page pages[8];
long calls, rests;
static __attribute__((noinline)) void wipe(struct page *page)
{
	for (int i = 0; i < 64; i++)
		__asm__ volatile("" : "+r"(page->data[i]));
}
void drop(struct page *page)
{
	calls++;
	if (!page->used)
		return;
	rests++;
	wipe(page);
	wipe(page);
	page->used = 0;
	wipe(page);
	wipe(page);
}
int main(void)
{
	for (int i = 0; i < 8; i++)
		pages[i].used = i % 2;
	for (int i = 0; i < 8; i++)
		drop(&pages[i]);
	drop(&pages[1]);
	drop(&pages[2]);
	printf("counted by itself: %ld calls, %ld behind the head\n", calls, rests);
	return 0;
}
C
gcc -g -O2 pages.c -o split
gcc -g -O2 -fno-partial-inlining -fno-inline pages.c -o whole
for program in split whole; do
	gdb -q -nx -batch -ex "break drop" -ex "ignore 1 1000" -ex run -ex "info breakpoints" $program > said 2>&1 < /dev/null || true
	echo "$program: $(grep -c ' in drop at ' said) locations, $(sed -n 's/^.*breakpoint already hit \([0-9]*\) times$/\1/p' said) hits" | tee -a seen
	grep '^counted by itself: 10 calls, 4 behind the head$' said
done
grep -q '^split: 4 locations, 14 hits$' seen
grep -q 'whole: .* 10 hits$' seen
