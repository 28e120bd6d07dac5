/*
 * A plugin of QEMU that records what a kernel's instructions do: events=FILE. Whoever starts QEMU makes the file, with the
 * header and the bits of watched memory filled in; it is shared, and may be read at any time. Recorded are how often each
 * instruction of the text was begun, each way from one to another that does not follow it in memory, and each access of
 * theirs to watched memory.
 */
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "qemu-interface.h"

#define PROCESSORS 64
#define LONGEST 15 /* bytes of an instruction */

/* All but `lost` and `loaded` is written before QEMU starts. Offsets are from the start of the file. */
struct header {
	uint32_t text, text_size, data, data_size;
	uint32_t jumps, touches; /* places in the two tables, powers of two */
	uint32_t lost;           /* a table was full */
	uint32_t loaded;
	uint64_t counts_at, jumps_at, touches_at, watched_at;
};

struct jump { uint32_t from, to; uint64_t count; };
struct touch { uint32_t instruction, address, how, count; };

static struct header *header;
static uint64_t *counts;
static struct jump *jumps;
static struct touch *touches;
static const uint8_t *watched;
static uint32_t next_of[PROCESSORS], last_of[PROCESSORS];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static uint32_t place_of(uint64_t key, uint32_t places)
{
	return (uint32_t)((key * 0x9e3779b97f4a7c15ull) >> 32) & (places - 1);
}

static void jumped(uint32_t from, uint32_t to)
{
	uint32_t place = place_of((uint64_t)from << 32 | to, header->jumps);

	for (uint32_t tries = 0; tries < 1024; tries++, place = (place + 1) & (header->jumps - 1)) {
		struct jump *one = &jumps[place];

		if (one->count == 0) {
			one->from = from;
			one->to = to;
		} else if (one->from != from || one->to != to)
			continue;
		one->count++;
		return;
	}
	header->lost = 1;
}

/* `instruction`: its place in the text, and above that its length. */
static void executed(unsigned cpu, void *instruction)
{
	uint32_t at = (uint32_t)(uintptr_t)instruction, length = (uint32_t)((uintptr_t)instruction >> 32);

	cpu %= PROCESSORS;
	pthread_mutex_lock(&lock);
	counts[at]++;
	if (next_of[cpu] != at)
		jumped(header->text + last_of[cpu], header->text + at);
	pthread_mutex_unlock(&lock);
	last_of[cpu] = at;
	next_of[cpu] = at + length;
}

static int is_watched(uint32_t at)
{
	return at < header->data_size && (watched[at >> 3] >> (at & 7) & 1);
}

static void touched(unsigned cpu, qemu_plugin_meminfo_t info, uint64_t address, void *instruction)
{
	uint32_t at = (uint32_t)address, shift = qemu_plugin_mem_size_shift(info);
	uint32_t from = header->text + (uint32_t)(uintptr_t)instruction, place;
	uint32_t how = 2u << shift | qemu_plugin_mem_is_store(info);

	(void)cpu;
	if (!is_watched(at - header->data) && !is_watched(at - header->data + (1u << shift) - 1))
		return;
	pthread_mutex_lock(&lock);
	place = place_of(((uint64_t)from << 32 | at) + how, header->touches);
	for (uint32_t tries = 0;; tries++, place = (place + 1) & (header->touches - 1)) {
		struct touch *one = &touches[place];

		if (tries == 1024) {
			header->lost = 1;
			break;
		}
		if (one->count == 0)
			*one = (struct touch){ from, at, how, 0 };
		else if (one->instruction != from || one->address != at || one->how != how)
			continue;
		if (one->count != UINT32_MAX)
			one->count++;
		break;
	}
	pthread_mutex_unlock(&lock);
}

static void translated(qemu_plugin_id_t id, struct qemu_plugin_tb *block)
{
	size_t length = qemu_plugin_tb_n_insns(block);

	(void)id;
	for (size_t i = 0; i < length; i++) {
		struct qemu_plugin_insn *one = qemu_plugin_tb_get_insn(block, i);
		uint32_t at = (uint32_t)qemu_plugin_insn_vaddr(one) - header->text;
		uint64_t size = qemu_plugin_insn_size(one);

		if (at >= header->text_size)
			continue;
		qemu_plugin_register_vcpu_insn_exec_cb(one, executed, QEMU_PLUGIN_CB_NO_REGS,
						       (void *)(uintptr_t)((size & LONGEST) << 32 | at));
		qemu_plugin_register_vcpu_mem_cb(one, touched, QEMU_PLUGIN_CB_NO_REGS, QEMU_PLUGIN_MEM_RW,
						 (void *)(uintptr_t)at);
	}
}

__attribute__((visibility("default"))) int qemu_plugin_install(qemu_plugin_id_t id, const void *info, int argc, char **argv)
{
	const char *file = "";
	struct stat status;
	char *mapped;

	(void)info;
	for (int i = 0; i < argc; i++)
		if (!strncmp(argv[i], "events=", 7))
			file = argv[i] + 7;
	int handle = open(file, O_RDWR);
	if (handle < 0 || fstat(handle, &status) != 0)
		return 1;
	mapped = mmap(NULL, (size_t)status.st_size, PROT_READ | PROT_WRITE, MAP_SHARED, handle, 0);
	close(handle);
	if (mapped == MAP_FAILED)
		return 1;
	header = (struct header *)mapped;
	counts = (uint64_t *)(mapped + header->counts_at);
	jumps = (struct jump *)(mapped + header->jumps_at);
	touches = (struct touch *)(mapped + header->touches_at);
	watched = (const uint8_t *)(mapped + header->watched_at);
	header->loaded = 1;
	qemu_plugin_register_vcpu_tb_trans_cb(id, translated);
	return 0;
}
