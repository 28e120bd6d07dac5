#!/bin/sh
# QEMU 7.2 (Debian 12: qemu-system-x86 1:7.2+dfsg-7+deb12u*) under TCG, GDB 13.1: a watchpoint is also met by a store that
# touches none of its bytes, when that store is not aligned and begins right behind them. Two bytes are watched; `movl` to the
# address two behind them stops the machine as an access of what is watched, `movw` to the same address and an aligned `movl`
# behind that do not. Who takes each report for a write (a tracer of one field, "last write" in reverse, a race detector)
# blames the writer of the neighbour: packed structures, tables of descriptors. What holds: decode the instruction that
# stands there, or compare contents where a write of the same value does not matter.
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
	movw $7, spot
to_spot:
	movw $9, spot+2
word_beside:
	movl $9, spot+4
aligned_beside:
	movl $9, spot+2
unaligned_beside:
	nop
	movl $9, spot-2
over_spot:
	hlt
	jmp over_spot
	.section .data
	.balign 8
	.long 0, 0
	.globl spot
spot: .long 0, 0
S
gcc -m32 -c kernel.S -o kernel.o
ld -m elf_i386 -Ttext=0x100000 -Tdata=0x110000 -e _start -o kernel kernel.o
timeout 60 qemu-system-i386 -kernel kernel -m 16 -nodefaults -vga none -net none -display none -serial none -monitor none \
	-S -chardev socket,path=stub,server=on,wait=off,id=stub -gdb chardev:stub 2> /dev/null &
while [ ! -S stub ]; do sleep 0.2; done
sleep 1
timeout 50 gdb -q -batch -nx -ex 'set confirm off' -ex 'target remote stub' -ex 'hbreak _start' -ex continue -ex 'delete 1' \
	-ex 'awatch *(short *)&spot' -ex continue -ex 'info symbol $pc' -ex continue -ex 'info symbol $pc' -ex continue \
	-ex 'info symbol $pc' -ex kill kernel > said 2>&1 || true
wait || true
echo "two bytes of spot are watched; the machine stops behind the stores to:"
sed -n 's/ in section .text.*//p' said
sed -n 's/ in section .text.*//p' said | tr '\n' ' ' > stops
grep -qx 'to_spot unaligned_beside over_spot ' stops
