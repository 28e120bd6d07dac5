/* Executable files (System V ABI, chapter 4), as far as we load them. */
#ifndef MINI_L4_ELF_H
#define MINI_L4_ELF_H

#include "types.h"

#define ELF_MAGIC 0x464c457f
#define ELF_LOAD 1
#define ELF_WRITABLE 2

struct elf_header {
	word_t magic;
	uint8_t identification[12];
	uint16_t type, machine;
	word_t version, entry, segments, sections, flags;
	uint16_t header_size, segment_size, segment_count;
};

struct elf_segment {
	word_t type, offset, address, physical, file_size, memory_size, flags, align;
};

#endif
