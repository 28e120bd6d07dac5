/*
 * A plugin of QEMU that records which instructions of the kernel's text touched what in known memory: table=FILE,text=ADDRESS,
 * size=BYTES. The file is shared with whoever says where objects lie; its layout is `struct table`. Nothing is recorded until
 * `active` is set.
 */
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "qemu-interface.h"

#define MAPPED_AT 0xc0000000u
#define PAGES 0x20000u   /* of the memory that is mapped at 3 GB */
#define REGIONS 0x10000u
#define TOUCHES 0x400000u

/* Regions are sorted and don't overlap. `first` is by page: 1 + the region that it begins in or with, 0 for none. */
struct table {
	uint32_t active, used, full, pad[13];
	uint32_t first[PAGES];
	struct { uint32_t start, end; } regions[REGIONS];
	uint64_t touches[TOUCHES]; /* 0 for a free place; see touched() */
};

static struct table *table;
static uint32_t text, size;

static void touched(unsigned cpu, qemu_plugin_meminfo_t info, uint64_t address, void *instruction)
{
	uint32_t at = (uint32_t)address, page = (at - MAPPED_AT) >> 12, region;

	(void)cpu;
	if (!table->active || at < MAPPED_AT || page >= PAGES || (region = table->first[page]) == 0)
		return;
	for (region--; region < REGIONS && table->regions[region].end != 0; region++) {
		if (at < table->regions[region].start)
			return;
		if (at < table->regions[region].end)
			break;
	}
	if (region == REGIONS || table->regions[region].end == 0)
		return;
	/* instruction - text: 24 bits, region: 16, offset in it: 15, size: 2 (a shift), store: 1; the highest bit is set */
	uint64_t key = 1ull << 63 | (uint64_t)(uint32_t)(uintptr_t)instruction << 34 | (uint64_t)region << 18 |
		       (uint64_t)(at - table->regions[region].start) << 3 |
		       (uint64_t)(qemu_plugin_mem_size_shift(info) & 3) << 1 | qemu_plugin_mem_is_store(info);
	uint32_t place = (uint32_t)((key * 0x9e3779b97f4a7c15ull) >> 42) % TOUCHES;

	for (uint32_t tries = 0; tries < TOUCHES; tries++, place = (place + 1) % TOUCHES) {
		if (table->touches[place] == key)
			return;
		if (table->touches[place] == 0) {
			if (table->used >= TOUCHES - TOUCHES / 8)
				break;
			table->touches[place] = key;
			table->used++;
			return;
		}
	}
	table->full = 1;
}

static void translated(qemu_plugin_id_t id, struct qemu_plugin_tb *block)
{
	size_t length = qemu_plugin_tb_n_insns(block);

	(void)id;
	for (size_t i = 0; i < length; i++) {
		struct qemu_plugin_insn *one = qemu_plugin_tb_get_insn(block, i);
		uint32_t at = (uint32_t)qemu_plugin_insn_vaddr(one) - text;

		if (at < size)
			qemu_plugin_register_vcpu_mem_cb(one, touched, QEMU_PLUGIN_CB_NO_REGS, QEMU_PLUGIN_MEM_RW,
							 (void *)(uintptr_t)at);
	}
}

__attribute__((visibility("default"))) int qemu_plugin_install(qemu_plugin_id_t id, const void *info, int argc, char **argv)
{
	const char *file = "";

	(void)info;
	for (int i = 0; i < argc; i++) {
		if (!strncmp(argv[i], "table=", 6))
			file = argv[i] + 6;
		if (!strncmp(argv[i], "text=", 5))
			text = (uint32_t)strtoull(argv[i] + 5, NULL, 0);
		if (!strncmp(argv[i], "size=", 5))
			size = (uint32_t)strtoull(argv[i] + 5, NULL, 0);
	}
	int handle = open(file, O_RDWR | O_CREAT, 0600);
	if (handle < 0 || ftruncate(handle, sizeof *table) != 0)
		return 1;
	table = mmap(NULL, sizeof *table, PROT_READ | PROT_WRITE, MAP_SHARED, handle, 0);
	close(handle);
	if (table == MAP_FAILED)
		return 1;
	qemu_plugin_register_vcpu_tb_trans_cb(id, translated);
	return 0;
}
