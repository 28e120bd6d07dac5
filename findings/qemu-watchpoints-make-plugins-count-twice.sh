#!/bin/sh
# QEMU 7.2 (Debian 12: qemu-system-x86 1:7.2+dfsg-7+deb12u*) with a TCG plugin, GDB 13.1: a watchpoint of the debugger changes what the
# plugin counts. QEMU notices a watched access within the instruction, gives the instruction up and runs it again in a block
# of its own; the callback of its execution is called both times, that of the memory access once. So an instruction that
# stores ten times is counted as 10 executions without and as 20 with a watchpoint that it hits; breakpoints cost nothing.
# Coverage, hot spots, instruction counts and traces "instruction, then its accesses" taken while someone debugs are
# wrong just where he looks, and two traces of one deterministic guest differ. What holds: count by the accesses, or in a run without
# watchpoints.
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
	mov $0x604, %dx
	mov $0x2000, %ax
	outw %ax, %dx
1:	hlt
	jmp 1b
	.section .data
counter: .long 0
S
gcc -m32 -c kernel.S -o kernel.o
ld -m elf_i386 -Ttext=0x100000 -Tdata=0x110000 -e _start -o kernel kernel.o
# Debian has no header for plugins: what is used of the interface, version 1.
cat > plugin.c <<'C'
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
struct block;
struct insn;
typedef void (*executed_t)(unsigned, void *);
typedef void (*accessed_t)(unsigned, uint32_t, uint64_t, void *);
size_t qemu_plugin_tb_n_insns(const struct block *);
struct insn *qemu_plugin_tb_get_insn(const struct block *, size_t);
uint64_t qemu_plugin_insn_vaddr(const struct insn *);
bool qemu_plugin_mem_is_store(uint32_t);
void qemu_plugin_register_vcpu_insn_exec_cb(struct insn *, executed_t, int flags, void *);
void qemu_plugin_register_vcpu_mem_cb(struct insn *, accessed_t, int flags, int which, void *);
void qemu_plugin_register_vcpu_tb_trans_cb(uint64_t, void (*)(uint64_t, struct block *));
void qemu_plugin_register_atexit_cb(uint64_t, void (*)(uint64_t, void *), void *);
int qemu_plugin_version = 1;
static unsigned long at;
static int executions, stores;
static void executed(unsigned cpu, void *data) { executions++; }
static void accessed(unsigned cpu, uint32_t info, uint64_t address, void *data) { stores += qemu_plugin_mem_is_store(info); }
static void translated(uint64_t id, struct block *block)
{
	for (size_t i = 0; i < qemu_plugin_tb_n_insns(block); i++) {
		struct insn *one = qemu_plugin_tb_get_insn(block, i);
		if (qemu_plugin_insn_vaddr(one) != at) continue;
		qemu_plugin_register_vcpu_insn_exec_cb(one, executed, 0, NULL);
		qemu_plugin_register_vcpu_mem_cb(one, accessed, 0, 3, NULL);
	}
}
static void ended(uint64_t id, void *data)
{
	FILE *out = fopen("counted", "w");
	fprintf(out, "%d executions, %d stores\n", executions, stores);
	fclose(out);
}
int qemu_plugin_install(uint64_t id, const void *info, int count, char **words)
{
	at = strtoul(getenv("AT"), NULL, 16);
	qemu_plugin_register_vcpu_tb_trans_cb(id, translated);
	qemu_plugin_register_atexit_cb(id, ended, NULL);
	return 0;
}
C
gcc -shared -fPIC -O1 plugin.c -o plugin.so
AT=$(nm kernel | sed -n 's/ t store$//p')
export AT
# A connection by standard input and output needs no port and no waiting: GDB starts QEMU itself.
counted() {
	rm -f counted
	timeout 60 gdb -q -nx -batch -ex "target remote | exec qemu-system-i386 -S -gdb stdio -kernel kernel -m 16 -nodefaults \
		-vga none -net none -display none -serial none -monitor none -plugin ./plugin.so" \
		-ex "tbreak _start" -ex continue "$@" -ex "kill" kernel > said 2>&1 < /dev/null || true
	for _ in 1 2 3 4 5 6 7 8 9 10; do [ -s counted ] && break; sleep 0.5; done
	cat counted
}
go="-ex continue -ex continue -ex continue -ex continue -ex continue -ex continue -ex continue -ex continue -ex continue -ex continue -ex continue"
alone=$(counted -ex continue)
echo "alone: $alone"
broken=$(counted -ex "break *store" $go)
echo "with a breakpoint at the instruction: $broken"
watched=$(counted -ex "watch *(int *)0x110000" $go)
echo "with a watchpoint on what it stores to: $watched ($(grep -c '^New value' said) hits)"
[ "$alone" = "10 executions, 10 stores" ]
[ "$broken" = "$alone" ]
[ "$watched" = "20 executions, 10 stores" ]
echo "each hit of a watchpoint counts one instruction more"
