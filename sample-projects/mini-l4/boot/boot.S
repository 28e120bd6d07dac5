/*
 * The first instructions. A multiboot loader (here QEMU's -kernel) leaves us in
 * 32-bit protected mode without paging. We map physical memory twice, at 0 and
 * at KERNEL_BASE, switch paging on and call kernel_main(multiboot information).
 */
#include "layout.h"

#define MULTIBOOT_MAGIC 0x1badb002
#define MULTIBOOT_FLAGS 0x00000003 /* align modules, tell memory size */
#define PAGE_4M_WRITABLE 0x83 /* present, writable, 4 MiB */
#define CR4_4M_PAGES_AND_FXSR 0x610
#define CR0_PAGING_AND_WRITE_PROTECT 0x80010000
#define CR0_EMULATE_AND_SWITCHED 0x0c

	.section .boot, "ax"
	.align 4
	.long MULTIBOOT_MAGIC
	.long MULTIBOOT_FLAGS
	.long -(MULTIBOOT_MAGIC + MULTIBOOT_FLAGS)

	.globl boot_entry
	.type boot_entry, @function
boot_entry:
	cli
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
	orl $CR4_4M_PAGES_AND_FXSR, %eax
	movl %eax, %cr4
	movl %cr0, %eax
	orl $CR0_PAGING_AND_WRITE_PROTECT, %eax
	andl $~CR0_EMULATE_AND_SWITCHED, %eax
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
	movl $kernel_stack_top, %esp
	xorl %ebp, %ebp
	pushl %ebx /* physical address of the multiboot information */
	call kernel_main
1:	cli
	hlt
	jmp 1b

	.bss
	.align 16
	.globl kernel_stack_top
	.skip 16384
kernel_stack_top:

	.section .note.GNU-stack, "", @progbits
