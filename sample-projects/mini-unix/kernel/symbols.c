/*
 * The table comes from the Makefile, which links the kernel twice: the first
 * link tells the addresses, the second one includes them, sorted. Text comes
 * before the table, so the addresses do not move in between.
 */
#include "kernel/symbols.h"

extern const struct kernel_symbol kernel_symbols[];
extern const uint32_t kernel_symbol_count;
extern const char kernel_text_end[];

const char *symbol_find(uint32_t address, uint32_t *offset)
{
	uint32_t low = 0;
	uint32_t high = kernel_symbol_count;

	if (high == 0 || address < kernel_symbols[0].address ||
	    address >= (uint32_t)kernel_text_end)
		return NULL;
	while (high - low > 1) {
		uint32_t middle = (low + high) / 2;

		if (kernel_symbols[middle].address <= address)
			low = middle;
		else
			high = middle;
	}
	*offset = address - kernel_symbols[low].address;
	return kernel_symbols[low].name;
}
