#!/bin/sh
# clang 19.1.7, gcc 12.2.0 and GDB 13.1 (Debian 12): of a function compiled by clang -O1 or -O2, GDB shows in an outer frame
# values of variables that are not theirs. clang lets the place of a variable in a register that calls may overwrite last up to the
# return address, so that the call itself is within; GDB looks places up one byte before the return address, finds the
# register, and takes it that a callee left eax, ecx and edx as they were, since the call frame information does not say
# otherwise. gcc ends such a place one byte before the return address, for this very look-up. A backtrace with locals of a kernel
# built by clang so has numbers that were never there, where that of gcc has the right ones or `<optimized out>`.
# What holds: only what lies in memory or in ebx, esi, edi, ebp (on amd64 rbx, rbp, r12 to r15) of any frame but the innermost.
set -eu
gcc --version | head -1 | grep -q ' 12\.2\.0'
clang-19 --version | head -1 | grep -q ' 19\.1\.7'
gdb --version | head -1 | grep -q ' 13\.1'
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > a.c <<'C'
__attribute__((noinline)) int inner(int a, int b)
{
	__asm__ volatile("mov $77, %%eax\n\tmov $77, %%ecx\n\tmov $77, %%edx\ninside: nop" ::: "eax", "ecx", "edx");
	return a + b;
}
__attribute__((noinline)) int outer(int x, int y)
{
	int area = x * y;
	int sum = inner(area, x + 1);
	return sum * 3;
}
int main(void) { return outer(5, 10); }
C
for word in -m64 -m32; do
	for compiler in clang-19 gcc; do
		for level in -O1 -O2; do
			$compiler $word $level -g -fno-pie -no-pie a.c -o program
			gdb -q -nx -batch -ex "break *inside" -ex run -ex up -ex "print area" program > said 2>&1 < /dev/null || true
			area=$(sed -n 's/^\$1 = //p' said)
			echo "$compiler $word $level: area is 5 * 10, GDB says $area"
			case $compiler in clang-19) [ "$area" = 77 ] ;; *) [ "$area" = 50 ] || [ "$area" = "<optimized out>" ] ;; esac
		done
	done
done
echo "variables of clang's outer frames are read from registers that the callee has overwritten"
