/*
 * A plugin of QEMU that tells each store to memory that is watched by its physical address, whatever the code calls it, and
 * each change there that no instruction made: stores=FILE,memory=FILE. The first file is made and shared by whoever starts
 * QEMU, who says in it what is watched and takes out what was logged, while the guest stands. The second is the guest's memory.
 * Processors must take turns (-accel tcg,thread=single): between a store and the word about it no other may come.
 */
#include <ctype.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "qemu-interface.h"

#define PIECE 64 /* bytes of a range */
#define PAGE 4096u
#define PAGES (1u << 20)
/* From here on a PC may have devices, and memory is not where its file has it. */
#define LOW_MEMORY 0xb0000000u

/* In this order in the file, without gaps. */
struct header {
	uint32_t loaded;
	uint32_t lost; /* why the log is not whole, see LOST_… */
	uint32_t changed; /* counts changes of the ranges */
	uint32_t ranges, logged, places;
	uint32_t unused[10];
};
struct range { uint32_t at, length; uint8_t known[PIECE]; };
struct entry { uint32_t at, size, instruction, how, count, unused; };
enum { RANGES = 1024 };
enum { STORED, FOUND_CHANGED };
enum { LOST_FULL = 1, LOST_ADDRESS = 2, LOST_MEMORY = 4 };

static struct header *header;
static struct range *ranges;
static struct entry *entries;
static const char *memory_file = "";
static const uint8_t *memory;
static uint64_t memory_size;
static uint32_t changed;
static uint8_t pages[PAGES / 8]; /* those that have a range */

static void note(uint32_t at, uint32_t size, uint32_t instruction, uint32_t how)
{
	struct entry *last = header->logged == 0 ? NULL : &entries[header->logged - 1];

	if (last != NULL && last->at == at && last->size == size && last->instruction == instruction && last->how == how) {
		last->count++;
		return;
	}
	if (header->logged == header->places) {
		header->lost |= LOST_FULL;
		return;
	}
	entries[header->logged++] = (struct entry){ at, size, instruction, how, 1, 0 };
}

/* QEMU makes the file after it has loaded plugins. */
static void map_memory(void)
{
	struct stat status;
	int handle = open(memory_file, O_RDONLY);

	if (handle < 0)
		return;
	if (fstat(handle, &status) == 0) {
		void *mapped = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_SHARED, handle, 0);

		if (mapped != MAP_FAILED) {
			memory = mapped;
			memory_size = (uint64_t)status.st_size;
		}
	}
	close(handle);
}

static void take_ranges(void)
{
	changed = header->changed;
	memset(pages, 0, sizeof pages);
	if (memory == NULL)
		map_memory();
	for (uint32_t i = 0; i < header->ranges; i++) {
		uint32_t end = ranges[i].at + ranges[i].length;

		for (uint32_t page = ranges[i].at / PAGE; page <= (end - 1) / PAGE; page++)
			pages[page >> 3] |= (uint8_t)(1 << (page & 7));
		if (memory == NULL || end > memory_size || end > LOW_MEMORY)
			header->lost |= LOST_MEMORY;
	}
}

/* Before the instruction: what is not as it was left was written by nobody who was seen. */
static void compare(uint32_t instruction)
{
	if (header->changed != changed)
		take_ranges();
	if (header->ranges == 0 || (header->lost & LOST_MEMORY))
		return;
	for (uint32_t i = 0; i < header->ranges; i++) {
		struct range *one = &ranges[i];
		const uint8_t *now = memory + one->at;
		uint32_t from = 0, to = one->length;

		if (memcmp(now, one->known, one->length) == 0)
			continue;
		while (now[from] == one->known[from])
			from++;
		while (now[to - 1] == one->known[to - 1])
			to--;
		note(one->at + from, to - from, instruction, FOUND_CHANGED);
		memcpy(one->known, now, one->length);
	}
}

static void began(unsigned cpu, void *instruction)
{
	(void)cpu;
	compare((uint32_t)(uintptr_t)instruction);
}

static void stored_at(uint32_t at, uint32_t size, uint32_t instruction)
{
	if (header->changed != changed)
		take_ranges();
	if (at / PAGE >= PAGES || !(pages[at / PAGE >> 3] >> (at / PAGE & 7) & 1))
		return;
	for (uint32_t i = 0; i < header->ranges; i++) {
		struct range *one = &ranges[i];
		uint32_t from = at > one->at ? at : one->at;
		uint32_t to = at + size < one->at + one->length ? at + size : one->at + one->length;

		if (from >= to)
			continue;
		note(from, to - from, instruction, STORED);
		if (!(header->lost & LOST_MEMORY))
			memcpy(one->known + (from - one->at), memory + from, to - from);
	}
}

static void stored(unsigned cpu, qemu_plugin_meminfo_t info, uint64_t address, void *instruction)
{
	uint32_t size = 1u << qemu_plugin_mem_size_shift(info), here = PAGE - (uint32_t)(address % PAGE);
	uint32_t from = (uint32_t)(uintptr_t)instruction;

	(void)cpu;
	/* QEMU 7.2 calls for loads as well, although it was asked for stores. */
	if (header->ranges == 0 || !qemu_plugin_mem_is_store(info))
		return;
	for (uint32_t done = 0; done < size; done += here, here = size - done) {
		struct qemu_plugin_hwaddr *place = qemu_plugin_get_hwaddr(info, address + done);

		if (place == NULL)
			header->lost |= LOST_ADDRESS;
		else if (qemu_plugin_hwaddr_is_io(place))
			compare(from);
		else
			stored_at((uint32_t)qemu_plugin_hwaddr_phys_addr(place), size - done < here ? size - done : here, from);
	}
}

/* in, out, ins, outs: a device may write before the next instruction. Where QEMU can't say, it may be one. */
static int speaks_to_device(const struct qemu_plugin_insn *instruction)
{
	char *text = qemu_plugin_insn_disas(instruction), *at = text;
	int is;

	if (text == NULL || *text == 0) {
		free(text);
		return 1;
	}
	while (!strncmp(at, "rep", 3)) {
		while (*at != 0 && !isspace((unsigned char)*at))
			at++;
		while (isspace((unsigned char)*at))
			at++;
	}
	is = !strncmp(at, "out", 3) || (!strncmp(at, "in", 2) && strncmp(at, "inc", 3) && strncmp(at, "int", 3) && strncmp(at, "inv", 3));
	free(text);
	return is;
}

static void translated(qemu_plugin_id_t id, struct qemu_plugin_tb *block)
{
	size_t length = qemu_plugin_tb_n_insns(block);
	int follows = 0;

	(void)id;
	for (size_t i = 0; i < length; i++) {
		struct qemu_plugin_insn *one = qemu_plugin_tb_get_insn(block, i);
		void *at = (void *)(uintptr_t)(uint32_t)qemu_plugin_insn_vaddr(one);

		if (i == 0)
			qemu_plugin_register_vcpu_tb_exec_cb(block, began, QEMU_PLUGIN_CB_NO_REGS, at);
		else if (follows)
			qemu_plugin_register_vcpu_insn_exec_cb(one, began, QEMU_PLUGIN_CB_NO_REGS, at);
		qemu_plugin_register_vcpu_mem_cb(one, stored, QEMU_PLUGIN_CB_NO_REGS, QEMU_PLUGIN_MEM_W, at);
		follows = speaks_to_device(one);
	}
}

__attribute__((visibility("default"))) int qemu_plugin_install(qemu_plugin_id_t id, const void *info, int argc, char **argv)
{
	const char *file = "";
	struct stat status;
	char *mapped;

	(void)info;
	for (int i = 0; i < argc; i++) {
		if (!strncmp(argv[i], "stores=", 7))
			file = argv[i] + 7;
		if (!strncmp(argv[i], "memory=", 7))
			memory_file = strdup(argv[i] + 7);
	}
	int handle = open(file, O_RDWR);
	if (handle < 0 || memory_file == NULL || fstat(handle, &status) != 0)
		return 1;
	mapped = mmap(NULL, (size_t)status.st_size, PROT_READ | PROT_WRITE, MAP_SHARED, handle, 0);
	close(handle);
	if (mapped == MAP_FAILED)
		return 1;
	header = (struct header *)mapped;
	ranges = (struct range *)(header + 1);
	entries = (struct entry *)(ranges + RANGES);
	header->loaded = 1;
	qemu_plugin_register_vcpu_tb_trans_cb(id, translated);
	return 0;
}
