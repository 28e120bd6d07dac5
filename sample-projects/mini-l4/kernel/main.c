/* From the boot loader to the root task: the one program that the kernel starts, the boot loader's first module. */
#include "console.h"
#include "elf.h"
#include "kip.h"
#include "multiboot.h"
#include "pages.h"
#include "schedule.h"
#include "segments.h"
#include "trap.h"

extern char kernel_end[];
void kernel_main(word_t information);

static void kip_init(const char *command_line)
{
	static const uint8_t code[] = {0xcd, 0x30, 0xc3, 0xcd, 0x32, 0xc3}; /* int $0x30, ret, int $0x32, ret */
	char *kip = physical(kip_frame);
	*(word_t *)kip = KIP_MAGIC;
	*(word_t *)(kip + KIP_ABI) = KERNEL_ABI;
	*(word_t *)(kip + KIP_IPC) = KIP_CODE;
	*(word_t *)(kip + KIP_UNMAP) = KIP_CODE + 3;
	__builtin_memcpy(kip + KIP_CODE, code, sizeof(code));
	for (word_t index = 0; index < KIP_COMMAND_LINE_SIZE - 1 && command_line[index] != 0; index++)
		kip[KIP_COMMAND_LINE + index] = command_line[index];
}

static void load_segment(struct space *space, const char *file, const struct elf_segment *segment)
{
	for (word_t page = segment->address & ~0xfffu; page < segment->address + segment->memory_size; page += PAGE_SIZE) {
		const word_t frame = page_alloc();
		const enum access access = (segment->flags & ELF_WRITABLE) ? ACCESS_READ | ACCESS_WRITE : ACCESS_READ;
		if (frame == 0 || !space_map_first(space, page, frame, access))
			panic("the root task does not fit");
		for (word_t byte = 0; byte < PAGE_SIZE; byte++) {
			const word_t at = page + byte - segment->address;
			if (page + byte >= segment->address && at < segment->file_size)
				((char *)physical(frame))[byte] = file[segment->offset + at];
		}
	}
}

static void start_root(const char *file, word_t memory_end)
{
	const struct elf_header *header = (const struct elf_header *)file;
	struct space *space = space_create();
	if (header->magic != ELF_MAGIC || space == NULL)
		panic("the first module is no executable file");
	for (word_t index = 0; index < header->segment_count; index++) {
		const struct elf_segment *segment = (const struct elf_segment *)(file + header->segments) + index;
		if (segment->type == ELF_LOAD)
			load_segment(space, file, segment);
	}
	for (word_t page = ROOT_MEMORY; page < memory_end; page += PAGE_SIZE)
		if (!space_map_first(space, page, page, ACCESS_READ | ACCESS_WRITE))
			panic("no memory for the root task's memory");
	struct thread *root = thread_create(space, header->entry, 0, NO_THREAD);
	root->frame.eax = ROOT_MEMORY;
	root->frame.edx = memory_end;
	thread_make_ready(root);
}

void kernel_main(word_t information)
{
	const struct multiboot_information *given = physical(information);
	console_init();
	if (given->module_count == 0)
		panic("no root task: give one with -initrd");
	const struct multiboot_module *module = physical(given->modules);
	word_t used = (word_t)kernel_end - KERNEL_BASE;
	if (module->end > used)
		used = module->end;
	word_t memory_end = (1024 + given->memory_upper) << 10 & ~0xfffu;
	if (memory_end > PHYSICAL_MAX)
		memory_end = PHYSICAL_MAX;
	/* The information itself lies below 1 MiB or behind the modules: read it before pages are given out. */
	static char command_line[KIP_COMMAND_LINE_SIZE];
	if (given->flags & 4)
		for (word_t index = 0; index < sizeof(command_line) - 1; index++)
			if ((command_line[index] = ((const char *)physical(given->command_line))[index]) == 0)
				break;
	const struct multiboot_module root = *module;
	pages_init(used > (word_t)information ? used : (information + PAGE_SIZE));
	segments_init();
	traps_init();
	spaces_init();
	kip_init(command_line);
	start_root(physical(root.start), memory_end);
	timer_init();
	schedule_resume();
}
