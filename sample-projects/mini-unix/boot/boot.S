/*
 * The first instructions. A multiboot loader (here QEMU's -kernel) leaves us in
 * 32-bit protected mode without paging, at the physical address of boot_entry.
 * We map physical memory twice, at 0 and at KERNEL_BASE, switch paging on, jump
 * up and call kernel_main(multiboot information). paging_init() replaces this
 * mapping later.
 */
#include "mm/layout.h"

#define MULTIBOOT_MAGIC 0x1badb002
#define MULTIBOOT_FLAGS 0x00000003 /* align modules, tell memory size */

#define PAGE_4M_WRITABLE 0x83 /* present, writable, 4 MiB */
#define CR4_4M_PAGES 0x10
#define CR0_PAGING_AND_WRITE_PROTECT 0x80010000

#define BOOT_STACK_SIZE 8192

	.section .boot, "ax"
	.align 4
	.long MULTIBOOT_MAGIC
	.long MULTIBOOT_FLAGS
	.long -(MULTIBOOT_MAGIC + MULTIBOOT_FLAGS)

	.globl boot_entry
	.type boot_entry, @function
boot_entry:
	cli
	/* One 4 MiB entry after the other, at both places. */
	movl $boot_page_directory, %edi
	movl $PAGE_4M_WRITABLE, %eax
	movl $(PHYSICAL_MAX >> 22), %ecx
1:	movl %eax, (%edi)
	movl %eax, (KERNEL_BASE >> 20)(%edi)
	addl $4, %edi
	addl $0x400000, %eax
	loop 1b

	movl $boot_page_directory, %eax
	movl %eax, %cr3
	movl %cr4, %eax
	orl $CR4_4M_PAGES, %eax
	movl %eax, %cr4
	movl %cr0, %eax
	orl $CR0_PAGING_AND_WRITE_PROTECT, %eax
	movl %eax, %cr0

	movl $boot_high, %eax
	jmp *%eax
	.size boot_entry, . - boot_entry

	.section .boot.data, "aw"
	.align PAGE_SIZE
boot_page_directory:
	.fill 1024, 4, 0

	.text
boot_high:
	movl $boot_stack_top, %esp
	xorl %ebp, %ebp /* the end of every backtrace */
	pushl %ebx      /* physical address of the multiboot information */
	call kernel_main
1:	cli
	hlt
	jmp 1b

	.bss
	.align 16
	.skip BOOT_STACK_SIZE
boot_stack_top:

	.section .note.GNU-stack, "", @progbits
