/*
 * A plugin of QEMU that writes down each access to memory, in order: out=FILE gets three words for each, the instruction, the
 * address, and 1 for a store plus twice the size in bytes. Of addresses of 64 bits it writes the lower half. A program that
 * does too much, and may never end, ends the machine with 3.
 */
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "qemu-interface.h"

static FILE *out;
static uint32_t from = 0x100000, end = 0xf0000000;

#define MOST (1u << 25)
static uint32_t written;

static void write_down(uint32_t instruction, uint32_t address, uint32_t how)
{
	uint32_t words[3] = { instruction, address, how };

	if (++written > MOST)
		_exit(3);
	fwrite(words, sizeof(words), 1, out);
}

static void touched(unsigned cpu, qemu_plugin_meminfo_t info, uint64_t address, void *instruction)
{
	(void)cpu;
	write_down((uint32_t)(uintptr_t)instruction, (uint32_t)address,
		   (2u << qemu_plugin_mem_size_shift(info)) | qemu_plugin_mem_is_store(info));
}

static void executed(unsigned cpu, void *instruction)
{
	(void)cpu;
	write_down((uint32_t)(uintptr_t)instruction, 0, 0);
}

static void translated(qemu_plugin_id_t id, struct qemu_plugin_tb *block)
{
	(void)id;
	for (size_t i = 0; i < qemu_plugin_tb_n_insns(block); i++) {
		struct qemu_plugin_insn *one = qemu_plugin_tb_get_insn(block, i);
		uint32_t at = (uint32_t)qemu_plugin_insn_vaddr(one);

		if (at < from || at >= end)
			continue;
		qemu_plugin_register_vcpu_insn_exec_cb(one, executed, QEMU_PLUGIN_CB_NO_REGS, (void *)(uintptr_t)at);
		qemu_plugin_register_vcpu_mem_cb(one, touched, QEMU_PLUGIN_CB_NO_REGS, QEMU_PLUGIN_MEM_RW,
						 (void *)(uintptr_t)at);
	}
}

static void ended(qemu_plugin_id_t id, void *data)
{
	(void)id, (void)data;
	fclose(out);
}

struct qemu_info;

__attribute__((visibility("default"))) int qemu_plugin_install(qemu_plugin_id_t id, const struct qemu_info *info,
							       int count, char **words)
{
	(void)info;
	for (int i = 0; i < count; i++)
		if (strncmp(words[i], "out=", 4) == 0)
			out = fopen(words[i] + 4, "wb");
	if (!out)
		return 1;
	qemu_plugin_register_vcpu_tb_trans_cb(id, translated);
	qemu_plugin_register_atexit_cb(id, ended, NULL);
	return 0;
}
