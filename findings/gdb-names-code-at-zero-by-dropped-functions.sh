#!/bin/sh
# GDB 13.1, addr2line of binutils 2.40, GNU ld 2.40, gcc 12.2.0 (Debian 12): in a kernel that is linked at address 0, as small
# ones without paging are, `ld --gc-sections` makes both name the code that is there by functions that are not there. ld gives
# what it leaves out the address 0 in debug information. GDB takes functions at 0 for dropped ones unless a section begins at
# 0; where one does it takes dropped ones for present: `break gone` succeeds, at the first instruction of another function,
# and `x/i` there says `gone`. addr2line says the same. `info symbol` and nm, which ask
# the symbols, are right: the symbol table alone tells what is at 0. The same objects linked elsewhere are named rightly.
# Who debugs or counts in such an image is told that code runs which was never linked, with a file and a line to it.
set -eu
gdb --version | head -1 | grep -q 'Debian 13\.1-'
ld --version | head -1 | grep -q ' 2\.40$'
gcc --version | head -1 | grep -q ' 12\.2\.0'
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
gdb --version | head -1
addr2line --version | head -1
cat > unused.c <<'C'
int events;
int gone(int n) { events += n; return events * 3; }
C
cat > kernel.c <<'C'
extern int events;
volatile int rounds;
void start(void) { for (;;) rounds += events; }
C
gcc -m32 -g -O1 -ffreestanding -fno-pie -ffunction-sections -fno-asynchronous-unwind-tables -c unused.c kernel.c
for at in 0 0x100000; do
  ld -m elf_i386 --gc-sections -e start -Ttext=$at -Tdata=0x200000 -o image unused.o kernel.o
  echo "linked at $at:"
  {
    nm image | grep ' T '
    addr2line -f -e image $at | head -1
    gdb -nx -batch -ex "info symbol $at" -ex "x/1i $at" -ex 'break gone' image 2>&1
  } | tee "at-$at"
done
grep -q '^00000000 T start' at-0
grep -q '^gone$' at-0
grep -q '^start in section .text' at-0
grep -q '0x0 <gone>:' at-0
grep -q 'Breakpoint 1 at 0x0: file unused.c, line 2' at-0
grep -q '^start$' at-0x100000
grep -q '0x100000 <start>:' at-0x100000
grep -q 'Function "gone" not defined' at-0x100000
echo "at 0 both name a function that the linker dropped; elsewhere they don't"
