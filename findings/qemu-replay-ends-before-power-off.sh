#!/bin/sh
# QEMU 7.2 (Debian 12: qemu-system-x86 1:7.2+dfsg-7+deb12u*) and QEMU 10.0 (Debian 13: 1:10.0.*): a recorded run (`-icount
# rr=record`) whose guest switches the machine off is replayed only up to the last event before that. The log has the request
# to shut down without the instructions that ran since the event before it, and a replay obeys the request when it reads it.
# So what a kernel did last is not in the replay: breakpoints there are never met, and who steps back from the end begins too
# early. In QEMU 7.2 a guest that leaves by `isa-debug-exit` is not hit, as that device ends the process at once; in QEMU 10
# it makes the same request as ACPI does. QEMU 11.1 (log version 0xe0200e) replays to the end.
#
# The guest counts to 20000 in memory, without interrupts and without output, and switches the machine off by ACPI. In the
# replay the machine is off while the counter stands at less.
set -eu
export LC_ALL=C
version=$(qemu-system-i386 --version | sed -n 's/^QEMU emulator version \([0-9]*\.[0-9]*\).*/\1/p')
case $version in 7.2 | 10.0) ;; *) echo "another QEMU: $version" >&2; exit 2 ;; esac
echo "QEMU $version"
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
	mov $20000, %ecx
1:	incl counter
	loop 1b
	mov $0x604, %dx
	mov $0x2000, %ax
	outw %ax, %dx
2:	hlt
	jmp 2b
	.section .data
counter: .long 0
S
gcc -m32 -c kernel.S -o kernel.o
ld -m elf_i386 -Ttext=0x100000 -Tdata=0x110000 -e _start -o kernel kernel.o
run() {
	mode=$1
	shift
	timeout 60 qemu-system-i386 -kernel kernel -m 16 -nodefaults -vga none -net none -display none -serial none \
		-icount "shift=7,rr=$mode,rrfile=log" "$@"
}
run record -monitor none
(sleep 8; echo "info status"; echo "info replay"; echo "xp /1dw 0x110000"; echo quit) |
	run replay -no-shutdown -monitor stdio | tr -d '\r' > said
grep -a -E '^(VM status|Replaying|0*110000)' said
counted=$(sed -n 's/^0*110000: *\([0-9]*\).*/\1/p' said)
grep -q '^VM status: paused (shutdown)' said
echo "the replay is off after $counted of 20000 rounds"
[ "$counted" -lt 20000 ]
