#!/bin/sh
# linux-perf 6.1 (Debian 12: 6.1.187) and gcc 12.2.0: at -O2 a variable that is computed and never stored is described as a computation
# (`DW_OP_breg5 (rdi): 8; DW_OP_stack_value`: it is edi + 8). `perf probe -D 'loop n twice'` leaves out the last operation, which says that
# this is the value, and makes `twice=+8(%di)` of it: the four bytes of memory at that address. So the probe tells something that
# was never in the variable, or a fault, beside an `n` that is right, and definition and exit code say nothing. GDB prints
# the right value at the same instruction. Counters, indices and lengths are the usual victims: n + 8, i - 1, end - start.
# What holds: look at the definition that perf makes; `+N(%reg)` of a variable that is no pointer's target and not on the stack is suspect,
# and the sum can be written by hand, from the register alone.
set -eu
export LC_ALL=C
perf --version | grep -q '^perf version 6\.1\.'
gcc --version | head -1 | grep -q ' 12\.2\.0'
perf --version
gcc --version | head -1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > loop.c <<'C'
volatile int sink;
__attribute__((noinline)) int next(int n) { sink = n; return n; }
__attribute__((noinline)) int loop(int n)
{
	int twice = n + 8;
	sink = 0;
	return next(twice) + sink;
}
int main(int argc, char **argv) { (void)argv; return loop(argc) == 0; }
C
gcc -g -O2 -fno-pie -no-pie loop.c -o program
readelf --debug-dump=loc program | grep -o 'DW_OP_breg5 (rdi): 8; DW_OP_stack_value' | head -1
perf probe -x ./program -D 'loop n twice' | sed 's, /[^ ]*/, ,' | tee defined
place=$(sed 's/.*program:\(0x[0-9a-f]*\) .*/\1/' defined)
gdb -batch -nx -ex "break *$(printf '%#x' $((0x400000 + place)))" -ex run -ex 'print n' -ex 'print twice' ./program 2> words | grep '^\$' | tee seen
grep -q ' n=%di:s32 twice=+8(%di):s32$' defined
test "$(tr '\n' ' ' < seen)" = '$1 = 1 $2 = 9 '
echo "perf would fetch four bytes at address n + 8, where the variable's value is n + 8"
