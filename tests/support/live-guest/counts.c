/*
 * A plugin of QEMU that counts how often each instruction of an address range was begun: counts=FILE,from=ADDRESS,size=BYTES.
 * The file holds a 64-bit number for each address; it can be read at any time. Without from and size it holds one number, of
 * all instructions; a processor that idles begins none.
 */
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "qemu-interface.h"

static uint64_t *counts;
static uint64_t from, size, last;

static void translated(qemu_plugin_id_t id, struct qemu_plugin_tb *block)
{
	size_t length = qemu_plugin_tb_n_insns(block);

	(void)id;
	for (size_t i = 0; i < length; i++) {
		struct qemu_plugin_insn *one = qemu_plugin_tb_get_insn(block, i);
		uint64_t at = (uint32_t)qemu_plugin_insn_vaddr(one) - from;

		if (size == 0)
			at = 0;
		if (at <= last)
			qemu_plugin_register_vcpu_insn_exec_inline(one, QEMU_PLUGIN_INLINE_ADD_U64, &counts[at], 1);
	}
}

__attribute__((visibility("default"))) int qemu_plugin_install(qemu_plugin_id_t id, const void *info, int argc, char **argv)
{
	const char *file = "";

	(void)info;
	for (int i = 0; i < argc; i++) {
		if (!strncmp(argv[i], "counts=", 7))
			file = argv[i] + 7;
		if (!strncmp(argv[i], "from=", 5))
			from = strtoull(argv[i] + 5, NULL, 0);
		if (!strncmp(argv[i], "size=", 5))
			size = strtoull(argv[i] + 5, NULL, 0);
	}
	last = size == 0 ? 0 : size - 1;
	int handle = open(file, O_RDWR | O_CREAT, 0600);
	if (handle < 0 || ftruncate(handle, (off_t)(8 * (last + 1))) != 0)
		return 1;
	counts = mmap(NULL, 8 * (last + 1), PROT_READ | PROT_WRITE, MAP_SHARED, handle, 0);
	close(handle);
	if (counts == MAP_FAILED)
		return 1;
	qemu_plugin_register_vcpu_tb_trans_cb(id, translated);
	return 0;
}
