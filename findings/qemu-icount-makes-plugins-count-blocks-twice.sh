#!/bin/sh
# QEMU 7.2 (Debian 12: qemu-system-x86 1:7.2+dfsg-7+deb12u*) with a TCG plugin: how often blocks ran, times their length, is a
# usual and the cheapest way to count instructions (QEMU's own plugins for basic blocks and hot blocks do so). With -icount, which
# one takes so that counts are the same on each run, it is wrong by up to a factor. An instruction that reaches a device's memory must then be
# the last of its block: in the middle of one QEMU gives the block up there, carries that instruction out alone, and enters
# another block for the rest, which is told to the plugin as one more execution in full length. The block that was given up was told in full length
# too. A loop of six instructions, one of which writes a register of the local APIC, counts as eleven. Without -icount the
# same plugin counts six, and per-instruction callbacks count six both times. So code that talks to devices (drivers, consoles,
# acknowledged interrupts) weighs too much in profiles and costs, and two ways of counting one deterministic run disagree. What
# holds: count by instructions under -icount.
set -eu
export LC_ALL=C
qemu-system-i386 --version | grep -q '^QEMU emulator version 7\.2\.'
qemu-system-i386 --version | head -1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > kernel.S <<'S'
	.section .text
	.align 4
	.long 0x1badb002, 0, -0x1badb002 # what multiboot loaders look for
	.globl _start
_start:
	cli
	mov $1000, %ecx
again:	movl $0, 0xfee00080 # the task priority of the local APIC
	nop
	nop
	nop
	nop
	loop again
	mov $0x604, %dx
	mov $0x2000, %ax
	outw %ax, %dx
1:	hlt
	jmp 1b
S
gcc -m32 -c kernel.S -o kernel.o
ld -m elf_i386 -Ttext=0x100000 -e _start -o kernel kernel.o
# Debian has no header for plugins: what is used of the interface, version 1.
cat > plugin.c <<'C'
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
struct block;
struct insn;
size_t qemu_plugin_tb_n_insns(const struct block *);
struct insn *qemu_plugin_tb_get_insn(const struct block *, size_t);
uint64_t qemu_plugin_insn_vaddr(const struct insn *);
void qemu_plugin_register_vcpu_insn_exec_cb(struct insn *, void (*)(unsigned, void *), int flags, void *);
void qemu_plugin_register_vcpu_tb_exec_cb(struct block *, void (*)(unsigned, void *), int flags, void *);
void qemu_plugin_register_vcpu_tb_trans_cb(uint64_t, void (*)(uint64_t, struct block *));
void qemu_plugin_register_atexit_cb(uint64_t, void (*)(uint64_t, void *), void *);
int qemu_plugin_version = 1;
static uint64_t by_blocks, by_instructions;
static void block_ran(unsigned cpu, void *length) { by_blocks += (size_t)length; }
static void instruction_ran(unsigned cpu, void *data) { by_instructions++; }
static void translated(uint64_t id, struct block *block)
{
	size_t length = qemu_plugin_tb_n_insns(block);
	uint64_t start = qemu_plugin_insn_vaddr(qemu_plugin_tb_get_insn(block, 0));
	if (start < 0x100000 || start >= 0x101000) return; /* the firmware */
	qemu_plugin_register_vcpu_tb_exec_cb(block, block_ran, 0, (void *)length);
	for (size_t i = 0; i < length; i++)
		qemu_plugin_register_vcpu_insn_exec_cb(qemu_plugin_tb_get_insn(block, i), instruction_ran, 0, NULL);
}
static void ended(uint64_t id, void *data)
{
	FILE *out = fopen("counted", "w");
	fprintf(out, "%lu by blocks, %lu by instructions\n", by_blocks / 1000, by_instructions / 1000);
	fclose(out);
}
int qemu_plugin_install(uint64_t id, const void *info, int count, char **words)
{
	qemu_plugin_register_vcpu_tb_trans_cb(id, translated);
	qemu_plugin_register_atexit_cb(id, ended, NULL);
	return 0;
}
C
gcc -shared -fPIC -O1 plugin.c -o plugin.so
counted() {
	rm -f counted
	timeout 60 qemu-system-i386 -kernel kernel -m 16 -nodefaults -vga none -net none -display none -serial none -monitor none \
		-plugin ./plugin.so "$@" < /dev/null
	cat counted
}
free=$(counted)
echo "instructions of one round, without -icount: $free"
clocked=$(counted -icount shift=1,sleep=off)
echo "with -icount: $clocked"
[ "$free" = "6 by blocks, 6 by instructions" ]
[ "$clocked" = "11 by blocks, 6 by instructions" ]
echo "a block that reaches a device is counted as if its rest ran twice"
