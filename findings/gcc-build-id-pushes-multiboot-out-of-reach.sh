#!/bin/sh
# gcc 12.2.0, GNU ld 2.40, GRUB 2.06, QEMU 7.2 (Debian 12): Debian's gcc has its linker add a note with a build id, which no
# linker script of a small kernel mentions. It becomes an orphan section, is placed before .text where the location counter
# stands at 1M, and .text, aligned to a page, moves one page on: the Multiboot header, first thing in .text, goes from byte
# 4096 of the file to 8192, and GRUB and QEMU look at the first 8192 bytes alone (Multiboot 0.6.96, 3.1). The link is without
# a warning, grub-file says no, and QEMU names something else (`without PVH ELF Note`). A cross gcc for i686-elf, and ld called
# by itself, add no such note: the kernel boots for its author and not for who builds it with the host's gcc.
# Needs grub-common and qemu-system-x86.
set -eu
gcc --version | head -1 | grep -q ' 12\.2\.0'
ld --version | head -1 | grep -q ' 2\.40$'
qemu-system-i386 --version | head -1 | grep -q ' 7\.2\.'
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > kernel.ld <<'L'
ENTRY(start)
SECTIONS
{
	. = 1M;
	.text : ALIGN(4K) { *(.multiboot) *(.text) }
	.data : ALIGN(4K) { *(.data) }
	.bss : ALIGN(4K) { *(COMMON) *(.bss) }
}
L
# It leaves QEMU by isa-debug-exit with code 7: (3 << 1) | 1.
cat > start.S <<'S'
.section .multiboot, "a"
.align 4
.long 0x1badb002, 0, -0x1badb002
.text
.globl start
start:
	mov $3, %al
	out %al, $0xf4
	jmp start
.section .note.GNU-stack, "", @progbits
S
gcc -m32 -c start.S -o start.o
link() { gcc -m32 -no-pie -nostdlib -T kernel.ld "$@" start.o; }
link -o with.elf -Wl,--fatal-warnings
link -o without.elf -Wl,--fatal-warnings -Wl,--build-id=none
ld -m elf_i386 -T kernel.ld --fatal-warnings -o by-ld.elf start.o
for kernel in with without by-ld; do
	at=$(LC_ALL=C grep -obUaP '\x02\xb0\xad\x1b' $kernel.elf | head -1 | cut -d: -f1)
	code=0
	timeout 20 qemu-system-i386 -accel tcg -kernel $kernel.elf -nodefaults -display none -device isa-debug-exit,iobase=0xf4,iosize=1 2> $kernel.said || code=$?
	grub=no
	if grub-file --is-x86-multiboot $kernel.elf; then grub=yes; fi
	echo "$kernel: header at byte $at, GRUB takes it: $grub, QEMU ends with $code $(cut -d: -f2 $kernel.said)" | tee -a seen
done
grep -q '^with: header at byte 8192, GRUB takes it: no, QEMU ends with 1  Error loading uncompressed kernel without PVH ELF Note$' seen
grep -q '^without: header at byte 4096, GRUB takes it: yes, QEMU ends with 7' seen
grep -q '^by-ld: header at byte 4096, GRUB takes it: yes, QEMU ends with 7' seen
