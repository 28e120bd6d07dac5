/* Page directories. See mm/paging.h. */
#include "mm/paging.h"

#include "abi/errno.h"
#include "arch/cpu.h"
#include "kernel/panic.h"
#include "kernel/string.h"
#include "mm/pages.h"

#define ENTRY_COUNT 1024
#define DIRECTORY_INDEX(address) ((address) >> 22)
#define TABLE_INDEX(address) ((address) >> 12 & 0x3ff)
#define KERNEL_INDEX DIRECTORY_INDEX(KERNEL_BASE)

extern const char kernel_text_start[];
extern const char kernel_read_only_end[];

uint32_t *kernel_page_directory;

static void *entry_page(uint32_t entry)
{
	return kernel_address(entry & ~PAGE_FLAGS);
}

/* The entry of an address; makes the table when asked to. NULL without one. */
static uint32_t *find_entry(uint32_t *directory, uint32_t address, bool make)
{
	uint32_t *slot = &directory[DIRECTORY_INDEX(address)];

	if (!(*slot & PAGE_PRESENT)) {
		uint32_t *table = make ? page_allocate_zeroed() : NULL;

		if (!table)
			return NULL;
		*slot = physical_address(table) | PAGE_PRESENT | PAGE_WRITABLE | PAGE_USER;
	}
	return (uint32_t *)entry_page(*slot) + TABLE_INDEX(address);
}

void page_directory_load(uint32_t *directory)
{
	page_directory_register_set(physical_address(directory));
}

static uint32_t kernel_entry(uint32_t physical)
{
	const char *address = kernel_address(physical);

	if (address >= kernel_text_start && address < kernel_read_only_end)
		return physical | PAGE_PRESENT;
	return physical | PAGE_PRESENT | PAGE_WRITABLE;
}

void paging_init(void)
{
	kernel_page_directory = page_allocate_zeroed();
	for (uint32_t physical = 0; physical < pages_memory_end(); physical += PAGE_SIZE) {
		uint32_t *entry = find_entry(kernel_page_directory, physical + KERNEL_BASE, true);

		if (!entry)
			panic("no memory for the kernel's page tables");
		*entry = kernel_entry(physical);
	}
	page_directory_load(kernel_page_directory);
}

void page_protect(void *page, bool writable)
{
	uint32_t *entry = find_entry(kernel_page_directory, (uint32_t)page, false);

	if (writable)
		*entry |= PAGE_WRITABLE;
	else
		*entry &= ~PAGE_WRITABLE;
	tlb_drop((uint32_t)page);
}

uint32_t *page_directory_create(void)
{
	uint32_t *directory = page_allocate_zeroed();

	if (directory)
		memcpy(directory + KERNEL_INDEX, kernel_page_directory + KERNEL_INDEX,
		       (ENTRY_COUNT - KERNEL_INDEX) * sizeof(*directory));
	return directory;
}

static void free_table(uint32_t *table)
{
	for (unsigned int i = 0; i < ENTRY_COUNT; i++)
		if (table[i] & PAGE_PRESENT)
			page_put(entry_page(table[i]));
	page_put(table);
}

void page_directory_destroy(uint32_t *directory)
{
	for (unsigned int i = 0; i < KERNEL_INDEX; i++)
		if (directory[i] & PAGE_PRESENT)
			free_table(entry_page(directory[i]));
	page_put(directory);
}

/* From now on both have the page, and neither may write to it. */
static uint32_t share_page(uint32_t *entry)
{
	if (*entry & PAGE_WRITABLE)
		*entry = (*entry & ~PAGE_WRITABLE) | PAGE_COPY_ON_WRITE;
	page_get(entry_page(*entry));
	return *entry;
}

static bool share_table(uint32_t *copy, uint32_t index, uint32_t *table)
{
	for (uint32_t i = 0; i < ENTRY_COUNT; i++) {
		uint32_t *entry;

		if (!(table[i] & PAGE_PRESENT))
			continue;
		entry = find_entry(copy, index << 22 | i << 12, true);
		if (!entry)
			return false;
		*entry = share_page(&table[i]);
	}
	return true;
}

uint32_t *page_directory_fork(uint32_t *directory)
{
	uint32_t *copy = page_directory_create();

	for (uint32_t i = 0; copy && i < KERNEL_INDEX; i++) {
		if (!(directory[i] & PAGE_PRESENT))
			continue;
		if (!share_table(copy, i, entry_page(directory[i]))) {
			page_directory_destroy(copy);
			copy = NULL;
		}
	}
	page_directory_load(directory); /* forget the writable entries */
	return copy;
}

int page_map_new(uint32_t *directory, uint32_t address, uint32_t flags)
{
	uint32_t *entry = find_entry(directory, address, true);
	void *page;

	if (!entry)
		return -ENOMEM;
	if (*entry & PAGE_PRESENT) { /* two segments in one page */
		*entry |= flags;
		return 0;
	}
	page = page_allocate_zeroed();
	if (!page)
		return -ENOMEM;
	*entry = physical_address(page) | flags | PAGE_PRESENT | PAGE_USER;
	return 0;
}

/* The last user of a shared page keeps it; the others get a copy. */
bool page_fault_resolve(uint32_t *directory, uint32_t address)
{
	uint32_t *entry = address < KERNEL_BASE ? find_entry(directory, address, false) : NULL;
	void *page;
	void *copy;

	if (!entry || !(*entry & PAGE_PRESENT) || !(*entry & PAGE_COPY_ON_WRITE))
		return false;
	page = entry_page(*entry);
	if (page_users(page) > 1) {
		copy = pages_allocate(1);
		if (!copy)
			return false;
		memcpy(copy, page, PAGE_SIZE);
		page_put(page);
		page = copy;
	}
	*entry = physical_address(page) | PAGE_PRESENT | PAGE_USER | PAGE_WRITABLE;
	tlb_drop(address);
	return true;
}

void *page_translate(uint32_t *directory, uint32_t address, bool for_write)
{
	uint32_t *entry = address < KERNEL_BASE ? find_entry(directory, address, false) : NULL;

	if (!entry || !(*entry & PAGE_PRESENT))
		return NULL;
	if (for_write && !(*entry & PAGE_WRITABLE) && !page_fault_resolve(directory, address))
		return NULL;
	return (char *)entry_page(*entry) + (address & PAGE_FLAGS);
}
