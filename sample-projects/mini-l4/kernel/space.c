/* See space.h. Page tables and the tree of mappings. */
#include "space.h"

#include "cpu.h"
#include "pages.h"

#define PRESENT 1
#define WRITABLE 2
#define USER 4

struct mapping {
	struct space *space;
	word_t page; /* address in the space */
	struct mapping *parent, *child, *next; /* `next` of the same parent */
};

static struct space spaces[SPACES];
static struct space *active;
word_t kip_frame, thread_word_frame;
static struct mapping *free_mappings;
static word_t kernel_directory[1024 - (KERNEL_BASE >> 22)];

void spaces_init(void)
{
	word_t current;
	__asm__("mov %%cr3, %0" : "=r"(current));
	__builtin_memcpy(kernel_directory, (word_t *)physical(current) + (KERNEL_BASE >> 22), sizeof(kernel_directory));
	kip_frame = page_alloc();
	thread_word_frame = page_alloc();
}

struct space *space_create(void)
{
	for (struct space *space = spaces; space < spaces + SPACES; space++) {
		if (space->used)
			continue;
		space->directory = page_alloc();
		space->utcbs = page_alloc();
		if (space->directory == 0 || space->utcbs == 0)
			return NULL;
		word_t *directory = physical(space->directory);
		__builtin_memcpy(directory + (KERNEL_BASE >> 22), kernel_directory, sizeof(kernel_directory));
		space->used = true;
		space_map_fixed(space, UTCB_AREA, space->utcbs, ACCESS_WRITE);
		space_map_fixed(space, KIP_PAGE, kip_frame, ACCESS_READ);
		space_map_fixed(space, THREAD_WORD, thread_word_frame, ACCESS_READ);
		return space;
	}
	return NULL;
}

void space_activate(struct space *space)
{
	if (active != space)
		write_cr3(space->directory);
	active = space;
}

static void flush(struct space *space)
{
	if (space == active)
		write_cr3(space->directory);
}

static word_t *entry_of(struct space *space, word_t address)
{
	const word_t directory = ((word_t *)physical(space->directory))[address >> 22];
	if (!(directory & PRESENT))
		return NULL;
	return (word_t *)physical(directory & ~0xfffu) + (address >> PAGE_SHIFT & 1023);
}

static word_t *make_entry(struct space *space, word_t address)
{
	word_t *directory = (word_t *)physical(space->directory) + (address >> 22);
	if (!(*directory & PRESENT)) {
		const word_t table = page_alloc(), mappings = page_alloc();
		if (table == 0 || mappings == 0)
			return NULL;
		space->mappings[address >> 22] = physical(mappings);
		*directory = table | PRESENT | WRITABLE | USER;
	}
	return entry_of(space, address);
}

static struct mapping **mapping_of(struct space *space, word_t address)
{
	struct mapping **table = space->mappings[address >> 22];
	return table == NULL ? NULL : table + (address >> PAGE_SHIFT & 1023);
}

void *space_page(struct space *space, word_t address, enum access access)
{
	if (address >= KERNEL_BASE)
		return NULL;
	const word_t *entry = entry_of(space, address);
	if (entry == NULL || !(*entry & PRESENT) || ((access & ACCESS_WRITE) && !(*entry & WRITABLE)))
		return NULL;
	return physical((*entry & ~0xfffu) + (address & 0xfff));
}

static struct mapping *mapping_alloc(void)
{
	if (free_mappings == NULL) {
		const word_t frame = page_alloc();
		if (frame == 0)
			return NULL;
		struct mapping *first = physical(frame);
		for (word_t index = 0; index < PAGE_SIZE / sizeof(*first); index++) {
			first[index].next = free_mappings;
			free_mappings = &first[index];
		}
	}
	struct mapping *mapping = free_mappings;
	free_mappings = mapping->next;
	return mapping;
}

static void unlink(struct mapping *mapping)
{
	if (mapping->parent == NULL)
		return;
	struct mapping **link = &mapping->parent->child;
	while (*link != mapping)
		link = &(*link)->next;
	*link = mapping->next;
}

/* Takes rights away from a mapping and all below it. Its depth is the number of spaces that passed the page on. */
static void restrict_tree(struct mapping *mapping, enum access access, bool itself)
{
	for (struct mapping *child = mapping->child, *next; child != NULL; child = next) {
		next = child->next;
		restrict_tree(child, access, true);
	}
	if (!itself)
		return;
	word_t *entry = entry_of(mapping->space, mapping->page);
	*entry &= ~(word_t)WRITABLE;
	if (access & ACCESS_READ) {
		*entry = 0;
		*mapping_of(mapping->space, mapping->page) = NULL;
		unlink(mapping);
		mapping->next = free_mappings;
		free_mappings = mapping;
	}
	if (mapping->space == active)
		__asm__ volatile("invlpg (%0)" : : "r"(mapping->page) : "memory");
}

static struct mapping *map_page(struct space *space, word_t address, word_t frame, enum access access,
                                struct mapping *parent)
{
	word_t *entry = make_entry(space, address);
	if (entry == NULL)
		return NULL;
	struct mapping **slot = mapping_of(space, address);
	struct mapping *mapping = mapping_alloc();
	if (mapping == NULL)
		return NULL;
	*mapping = (struct mapping){space, address, parent, NULL, NULL};
	if (parent != NULL) {
		mapping->next = parent->child;
		parent->child = mapping;
	}
	*slot = mapping;
	*entry = frame | PRESENT | USER | ((access & ACCESS_WRITE) ? WRITABLE : 0);
	return mapping;
}

bool space_map_first(struct space *space, word_t address, word_t frame, enum access access)
{
	return map_page(space, address, frame, access, NULL) != NULL;
}

bool space_map_fixed(struct space *space, word_t address, word_t frame, enum access access)
{
	word_t *entry = make_entry(space, address);
	if (entry == NULL)
		return false;
	*entry = frame | PRESENT | USER | ((access & ACCESS_WRITE) ? WRITABLE : 0);
	return true;
}

/* Whether `mapping` stands above `other` in the tree, or is it. */
static bool is_above(const struct mapping *mapping, const struct mapping *other)
{
	while (other != NULL && other != mapping)
		other = other->parent;
	return other != NULL;
}

static bool pass_on(struct space *from, word_t source, struct space *to, word_t target, enum access access, bool grant)
{
	struct mapping **held = mapping_of(from, source);
	const word_t entry = *entry_of(from, source);
	const enum access most = (entry & WRITABLE) ? ACCESS_READ | ACCESS_WRITE : ACCESS_READ;
	struct mapping **old = mapping_of(to, target);
	if (old != NULL && *old != NULL) {
		struct mapping *there = *old;
		if (there->parent == *held && !grant) { /* the same page again: perhaps with more rights */
			if (access & most & ACCESS_WRITE)
				*entry_of(to, target) |= WRITABLE;
			flush(to);
			return true;
		}
		if (is_above(there, *held))
			return true; /* a page is not mapped over its own source */
		restrict_tree(there, ACCESS_READ | ACCESS_WRITE, true);
	}
	struct mapping *mapping = map_page(to, target, entry & ~0xfffu, access & most, grant ? (*held)->parent : *held);
	if (mapping == NULL)
		return false;
	if (grant) {
		struct mapping *given = *held;
		mapping->child = given->child;
		for (struct mapping *child = mapping->child; child != NULL; child = child->next)
			child->parent = mapping;
		given->child = NULL;
		restrict_tree(given, ACCESS_READ | ACCESS_WRITE, true);
	}
	flush(to);
	return true;
}

/* Whether the space has a page there that it may pass on; the kernel's own pages are none. */
static bool has_page(struct space *space, word_t address)
{
	struct mapping **mapping = address < USER_END ? mapping_of(space, address) : NULL;
	return mapping != NULL && *mapping != NULL;
}

int space_map(struct space *from, struct region source, struct space *to, word_t target, word_t bytes, enum access access,
              bool grant)
{
	int pages = 0;
	for (word_t offset = 0; offset < bytes; offset += PAGE_SIZE) {
		if (!has_page(from, source.address + offset) || target + offset >= USER_END)
			continue;
		if (!pass_on(from, source.address + offset, to, target + offset, access, grant))
			return -1;
		pages++;
	}
	return pages;
}

void space_unmap(struct space *space, struct region region, enum access access, bool own)
{
	const word_t last = region.log2 >= 32 ? USER_END - 1 : region.address + ((word_t)1 << region.log2) - 1;
	for (word_t page = region.address; page < USER_END && page <= last; page += PAGE_SIZE)
		if (has_page(space, page))
			restrict_tree(*mapping_of(space, page), access, own);
}
