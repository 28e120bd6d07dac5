#!/bin/sh
# QEMU 7.2 (Debian 12: qemu-system-x86 1:7.2+dfsg-7+deb12u*), GDB 13.1: a replay stops where it was told to (`replay_break N`),
# and where a watchpoint of the debugger is written. When the instruction just before N is the one that writes, only the first
# is reported: the debugger gets an interrupt (GDB: SIGINT) and no watchpoint, though the memory has its new value. So who
# searches a recording for the last write before a moment, window by window as reverse execution does, misses the very write
# that is nearest, and answers with an older one. What helps: end the window one instruction later, and drop what comes of it.
#
# The guest adds one to a counter ten times. A watchpoint alone tells each write; with a break behind the second, that one is
# not told.
set -eu
export LC_ALL=C
qemu-system-i386 --version | grep -q '^QEMU emulator version 7\.2\.'
gdb --version | head -1 | grep -q ' 13\.1'
qemu-system-i386 --version | head -1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > kernel.S <<'S'
	.section .text
	.align 4
	.long 0x1badb002, 0, -0x1badb002
	.globl _start
_start:
	cli
	mov $10, %ecx
store:	incl counter
	loop store
	mov $0x501, %dx
	outb %al, %dx
1:	hlt
	jmp 1b
	.section .data
	.globl counter
counter: .long 0
S
gcc -m32 -c kernel.S -o kernel.o
ld -m elf_i386 -Ttext=0x100000 -Tdata=0x110000 -e _start -o kernel kernel.o
run() {
	mode=$1
	shift
	timeout 60 qemu-system-i386 -kernel kernel -m 16 -nodefaults -vga none -net none -display none -serial none -monitor none \
		-device isa-debug-exit,iobase=0x501 -icount "shift=7,rr=$mode,rrfile=log" "$@"
}
# Each command is run by GDB in the replay, which is ended then.
ask() {
	rm -f stub
	run replay -S -chardev socket,path=stub,server=on,wait=off,id=stub -gdb chardev:stub 2> /dev/null &
	while [ ! -S stub ]; do sleep 0.2; done
	sleep 1
	timeout 50 gdb -q -batch -nx -ex 'set confirm off' -ex 'target remote stub' -ex 'watch *(int *)&counter' "$@" -ex kill kernel 2>&1 || true
	wait || true
}
run record || true
ask -ex continue -ex continue -ex 'monitor info replay' > alone
second=$(sed -n 's/.*instruction count = \([0-9][0-9]*\).*/\1/p' alone)
echo "the watchpoint alone tells $(grep -c '^New value' alone) of 2 writes; the second is done at instruction $second"
ask -ex continue -ex "monitor replay_break $second" -ex continue -ex 'print *(int *)&counter' > broken
echo "with a break at $second it tells $(grep -c '^New value' broken) of 2, and then:"
grep -E 'SIGINT|^\$1' broken
[ "$(grep -c '^New value' alone)" = 2 ]
[ "$(grep -c '^New value' broken)" = 1 ]
grep -q '^\$1 = 2' broken
