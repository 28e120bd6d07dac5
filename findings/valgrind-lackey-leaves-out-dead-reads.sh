#!/bin/sh
# Valgrind 3.19.0 (Debian 12), gcc 12.2.0: `--tool=lackey --trace-mem=yes`, "every access", leaves out reads that the processor does,
# and adds some that it does not. Valgrind optimizes the code before the tool sees it: a read whose value is overwritten within the
# block is gone. `(void)status; return 0;` of a volatile (read to acknowledge, or for its effect) leaves no trace; nor does the
# memory operand of `test` or `cmp` whose flags nobody asks for. With --vex-iropt-level=0 it is there. `xchg` with
# memory, one read and one write, is shown as two reads and a write at any level. The tool's list of imperfections has neither.
# Who takes such a trace as the truth of "who reads this" finds readers missing, and blames the debug information or the resolver.
set -eu
gcc --version | head -1 | grep -q ' 12\.2\.0'
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
apt-get -q download valgrind=1:3.19.0-1 > /dev/null
dpkg-deb -x valgrind_*.deb .
export PATH="$folder/usr/bin:$PATH" VALGRIND_LIB="$folder/usr/libexec/valgrind"
valgrind --version | grep -q '^valgrind-3\.19\.0$'
cat > a.c <<'C'
volatile unsigned status, limit, lock;
__attribute__((noinline)) int acknowledge(void)
{
	(void)status;
	return 0;
}
__attribute__((noinline)) unsigned compare(unsigned value)
{
	__asm__ volatile("cmpl %1, %0\n\tcmpl %1, %1" : : "m"(limit), "r"(value) : "cc");
	return value;
}
__attribute__((noinline)) unsigned take(unsigned value)
{
	__asm__ volatile("xchgl %0, %1" : "+r"(value), "+m"(lock));
	return value;
}
int main(void) { return acknowledge() + (compare(1) - 1) + take(1); }
C
gcc -O2 -fno-pie -no-pie a.c -o program
objdump -d --no-show-raw-insn program | grep -A1 '<acknowledge>:' | grep -q 'mov .*,%eax.*<status>'
for level in 2 0; do
	valgrind --tool=lackey --trace-mem=yes --vex-iropt-level=$level ./program > trace 2>&1
	for name in status limit lock; do
		address=$(nm program | sed -n "s/^0*\([0-9a-f]*\) . $name\$/\1/p")
		echo "level $level, $name:$(sed -n "s/^ \([LSM]\) *0*$address,4\$/ \1/p" trace | tr -d '\n')"
	done
done | tee said
# L is a read, M a read and a write.
cat > expected <<'T'
level 2, status:
level 2, limit:
level 2, lock: L M
level 0, status: L
level 0, limit: L
level 0, lock: L M
T
cmp said expected
echo "two reads are missing from the trace, and one too many is in it"
