#!/bin/sh
# linux-perf 6.1 (Debian 12: 6.1.187) and gcc 12.2.0: gcc -O2 puts what is seldom run of a function (calls of `cold` functions, of those
# that don't return) into `.text.unlikely`. In a position independent program or a shared library, Debian's default, `perf probe -x`
# then no longer finds the function's symbol: "Failed to find symbol at 0x…". `-D work` still comes through by the symbol table
# alone, with exit code 0 behind that message, but with an argument (`-D 'work n'`), or in a function that is inlined there, it is
# refused: no probe, though debug information has the place. Just functions with error paths are lost, those that one wants to
# watch; the same source without position independence, or without the split, works. Scripts that define many probes at once lose
# the whole command by one such function.
# What holds: -fno-reorder-blocks-and-partition in what is traced, or `-no-pie`, or an address and registers by hand.
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
void complain(int) __attribute__((cold));
__attribute__((noinline)) int work(int n) { if (n > 1000) complain(n); return n * 3; }
C
cat > main.c <<'C'
void complain(int n) { __asm__ volatile("" : : "r"(n)); }
int work(int);
int main(int argc, char **argv) { (void)argv; return work(argc) == 0; }
C
define() {
  if perf probe -x "./$1" -D 'work n' > defined 2> words; then grep -o 'work /.*' defined | sed 's,/.*/,,'; else sed -n 1p words; fi
}
gcc -g -O2 -fPIE -pie work.c main.c -o split
gcc -g -O2 -fPIE -pie -fno-reorder-blocks-and-partition work.c main.c -o whole
gcc -g -O2 -fno-pie -no-pie work.c main.c -o fixed
for program in split whole fixed; do
  echo "$program ($(nm $program | grep -c ' work\.cold$') cold part): $(define $program)"
done | tee said
grep -q '^split (1 cold part): Failed to find symbol at 0x[0-9a-f]*$' said
grep -q '^whole (0 cold part): work whole:0x[0-9a-f]* n=%di:s32$' said
grep -q '^fixed (1 cold part): work fixed:0x[0-9a-f]* n=%di:s32$' said
echo "an argument of a function with a cold part can't be asked for in a position independent program"
