#!/bin/sh
# gcc 12.2.0 and clang 19.1.7 (Debian 12): a member of type long long has an alignment of four bytes on i386, and
# __atomic_store_n of one is a single 8-byte store by gcc (fildq, fistpq; no word with -Wall -Wextra), and a call of
# __atomic_store by clang (with a warning, -Watomic-alignment), which libatomic has. A kernel is linked without libraries: what
# gcc builds is complete, and clang's is undefined at link time; and a program whose objects come from both writes one member in
# two ways, of which one may take a lock that the other never looks at. With __attribute__((aligned(8))) at the member both make
# one store. Matters to whoever generates C with atomics for both compilers, and to kernels that change from one to the other.
set -eu
gcc --version | head -1 | grep -q ' 12\.2\.0'
clang-19 --version | head -1 | grep -q ' 19\.1\.7'
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
for aligned in "" "__attribute__((aligned(8)))"; do
	cat > clock.c <<C
struct { int cpu; long long ticks $aligned; } clock;
void _start(void) { __atomic_store_n(&clock.ticks, 1LL << 40, __ATOMIC_SEQ_CST); for (;;) ; }
C
	for compiler in gcc clang-19; do
		linked="is linked"
		$compiler -m32 -O2 -Wall -Wextra -ffreestanding -fno-pie -c clock.c -o clock.o 2> said
		$compiler -m32 -nostdlib -static clock.o -o kernel 2> /dev/null || linked="is not linked"
		undefined=$(nm -u clock.o | tr -d ' \n')
		echo "ticks ${aligned:-of four bytes' alignment}, $compiler: $linked; calls ${undefined:-nothing};$(sed -n 's/.*\(-W[a-z-]*\).*/ \1/p' said | head -1)" | tee -a seen
	done
done
grep -q "^ticks of four bytes' alignment, gcc: is linked; calls nothing;$" seen
grep -q "^ticks of four bytes' alignment, clang-19: is not linked; calls U__atomic_store; -Watomic-alignment$" seen
grep -q '^ticks __attribute__.*, gcc: is linked; calls nothing;$' seen
grep -q '^ticks __attribute__.*, clang-19: is linked; calls nothing;$' seen
