/*
 * The root task: it starts the programs that are linked into it, each in an address space of its own, and is their pager.
 * It owns all memory and gives it away page by page, when a program touches one for the first time.
 */
#include "elf.h"
#include "l4.h"

#define SHARED_START 0x60000000u
#define SHARED_PAGES 16
#define GIVEN 512 /* pages of a program */
#define PAGE_FAULT 0xffe /* V4's label of kernel messages, without the access */

/* The table that programs.awk writes. */
struct program {
	const char *name;
	const char *file;
	word_t shares; /* index of the program whose shared memory it is part of; the same file */
};
extern const struct program programs[];
extern const word_t program_count;

static word_t tasks[TASKS]; /* ids */
static word_t shared[TASKS][SHARED_PAGES];
static struct given {
	word_t address, page, access;
} given[TASKS][GIVEN]; /* two threads may touch a page at the same time, and pages may be unmapped */
static word_t free_memory, memory_end;

void root_main(word_t start, word_t end);

static void say(const char *text)
{
	while (*text != 0)
		l4_debug(DEBUG_PUT, (word_t)(unsigned char)*text++);
}

static void say_number(word_t value)
{
	for (int shift = 28; shift >= 0; shift -= 4)
		l4_debug(DEBUG_PUT, (word_t)"0123456789abcdef"[value >> shift & 15]);
}

static word_t take_page(void)
{
	if (free_memory >= memory_end)
		return 0;
	const word_t page = free_memory;
	free_memory += PAGE_SIZE;
	__builtin_memset((void *)page, 0, PAGE_SIZE);
	return page;
}

/* A page of the file, as the program expects to find it. */
static word_t page_of_segment(const char *file, const struct elf_segment *segment, word_t address)
{
	const word_t page = take_page();
	if (page == 0)
		return 0;
	for (word_t byte = 0; byte < PAGE_SIZE; byte++) {
		const word_t at = address + byte - segment->address;
		if (address + byte >= segment->address && at < segment->file_size)
			((char *)page)[byte] = file[segment->offset + at];
	}
	return page;
}

/* Our page that becomes the program's page at `address`, new; 0 when the program has no business there. */
static word_t new_page_for(word_t role, word_t address, word_t *access)
{
	const char *file = programs[role].file;
	const struct elf_header *header = (const struct elf_header *)file;
	*access = L4_WRITE;
	if (address - SHARED_START < SHARED_PAGES * PAGE_SIZE) {
		word_t *page = &shared[programs[role].shares][(address - SHARED_START) / PAGE_SIZE];
		if (*page == 0)
			*page = take_page();
		return *page;
	}
	if (STACK_TOP - 1 - address < STACK_BYTES)
		return take_page();
	for (word_t index = 0; index < header->segment_count; index++) {
		const struct elf_segment *segment = (const struct elf_segment *)(file + header->segments) + index;
		if (segment->type != ELF_LOAD || segment->memory_size == 0 || address < (segment->address & ~0xfffu)
		    || address >= segment->address + segment->memory_size)
			continue;
		*access = (segment->flags & ELF_WRITABLE) ? L4_WRITE : L4_READ;
		return page_of_segment(file, segment, address);
	}
	return 0;
}

static word_t page_for(word_t role, word_t address, word_t *access)
{
	for (word_t index = 0; index < GIVEN; index++) {
		struct given *const entry = &given[role][index];
		if (entry->page == 0)
			entry->page = new_page_for(role, entry->address = address, &entry->access);
		if (entry->address == address) {
			*access = entry->access;
			return entry->page;
		}
	}
	return 0;
}

static void start_program(word_t role)
{
	const struct elf_header *header = (const struct elf_header *)programs[role].file;
	tasks[role] = l4_create((const void *)header->entry, STACK_TOP - 64, l4_self(), ANY_THREAD);
	if (tasks[role] == NO_THREAD) {
		say("root: no room for another task\n");
		l4_debug(DEBUG_EXIT, 18);
	}
}

/* The first page of a stack holds what the program is told. */
static void inform(word_t page, word_t role)
{
	struct start_information *information = (struct start_information *)(page + PAGE_SIZE - 64);
	information->role = role;
	information->count = program_count;
	information->root = l4_self();
	for (word_t task = 0; task < program_count; task++)
		information->tasks[task] = tasks[task];
}

static void give_up(const struct l4_message *message, word_t role, bool is_fault)
{
	say("FAIL ");
	say(role < program_count ? programs[role].name : "?");
	if (is_fault) {
		say(": touched ");
		say_number(message->word[0]);
	} else
		say(": an exception");
	say(", instruction ");
	say_number(message->word[is_fault ? 1 : 0]);
	say("\n");
	l4_stop(message->partner);
	l4_debug(DEBUG_EXIT, 17);
}

static bool serve(struct l4_message *message)
{
	word_t role = 0, access = L4_READ;
	const word_t leader = l4_leader(message->partner);
	while (role < program_count && tasks[role] != leader)
		role++;
	const word_t fault = message->word[0], address = fault & ~0xfffu;
	const bool is_fault = KERNEL_ABI != 4 || message->label >> 4 == PAGE_FAULT;
	const word_t page = role < program_count && is_fault ? page_for(role, address, &access) : 0;
	const bool writes = KERNEL_ABI == 4 ? message->label & 2 : fault & 2;
	if (page == 0 || (writes && access == L4_READ)) {
		give_up(message, role, is_fault);
		return false;
	}
	if (address == STACK_TOP - PAGE_SIZE)
		inform(page, role);
	message->word[0] = address;
	message->word[1] = L4_PAGE(page, PAGE_SHIFT, access);
	return true;
}

void root_main(word_t start, word_t end)
{
	free_memory = start;
	memory_end = end;
	for (word_t role = 0; role < program_count; role++)
		start_program(role);
	struct l4_message message;
	unsigned what = L4_WAIT;
	for (;;) {
		if (l4_message(&message, what, L4_NEVER) == 0 && serve(&message)) {
			message.label = 0;
			what = L4_SEND | L4_MAP | L4_WAIT;
		} else
			what = L4_WAIT;
	}
}
