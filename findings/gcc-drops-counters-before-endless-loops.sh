#!/bin/sh
# gcc 12.2.0 (Debian 12), -O1 and up: a global that is written before a loop without end stays unwritten, where nothing in the
# loop reads memory: the store is taken for dead, since the function never returns. `for (;;) ;` and a loop of volatile asm
# keep it, a loop that counts, or that writes to a device, does not; clang 19 keeps it in all. Counters at the entry of idle
# threads, of a kernel's main and of panic handlers then read 0 by a debugger, an interrupt or another processor.
set -eu
gcc --version | head -1 | grep -q ' 12\.2\.0'
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > a.c <<'C'
unsigned long entered;
volatile char screen[80];
void draws(void)
{
	entered++;
	for (int i = 0;; i++)
		screen[i % 80] = 'x';
}
void halts(void)
{
	entered++;
	for (;;)
		__asm__ volatile("hlt");
}
void spins(void)
{
	entered++;
	for (;;)
		;
}
C
# Functions whose code writes the counter.
writers() {
	"$@" -m32 -ffreestanding -fno-pic -S -o - a.c | awk '/^(draws|halts|spins):/ { name = $1 } /[ ,\t]entered/ && !/globl|type|size|comm/ { print name }' | sort -u | tr -d '\n'
}
gcc -m32 -O0 -c a.c -o a.o
[ "$(writers gcc -O0)" = "draws:halts:spins:" ]
for level in -O1 -O2 -Os; do
	seen=$(writers gcc $level)
	echo "gcc $level: entered++ has code in $seen"
	[ "$seen" = "halts:spins:" ]
done
for clang in clang-19 clang-16; do
	command -v $clang > /dev/null || continue
	seen=$(writers $clang -O2)
	echo "$clang -O2: entered++ has code in $seen"
	[ "$seen" = "draws:halts:spins:" ]
done
echo "a counter before an endless loop that touches only volatile memory is never written by gcc"
