/* The parts of the ELF format that exec reads: 32 bits, i386, executables. */
#ifndef KERNEL_ELF_H
#define KERNEL_ELF_H

#include "kernel/types.h"

#define ELF_MAGIC 0x464c457f
#define ELF_EXECUTABLE 2
#define ELF_MACHINE_386 3
#define ELF_SEGMENT_LOAD 1
#define ELF_SEGMENT_WRITABLE 2

struct elf_header {
	uint32_t magic;
	uint8_t identification[12];
	uint16_t type;
	uint16_t machine;
	uint32_t version;
	uint32_t entry;
	uint32_t segment_offset;
	uint32_t section_offset;
	uint32_t flags;
	uint16_t header_size;
	uint16_t segment_size;
	uint16_t segment_count;
	uint16_t section_size;
	uint16_t section_count;
	uint16_t section_names;
};

struct elf_segment {
	uint32_t type;
	uint32_t offset; /* in the file */
	uint32_t address;
	uint32_t physical;
	uint32_t file_size;
	uint32_t memory_size;
	uint32_t flags;
	uint32_t align;
};

#endif
