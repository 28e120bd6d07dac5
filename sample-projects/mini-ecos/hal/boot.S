/*
 * The first instructions. A multiboot loader (QEMU's -kernel) leaves us in 32-bit
 * protected mode, flat, without paging, and so it stays. Constructors of global
 * objects run before hal_main().
 */
#define MULTIBOOT_MAGIC 0x1badb002
#define MULTIBOOT_FLAGS 0x00000003
#define BOOT_STACK_SIZE 4096
#define CODE_SEGMENT 0x08
#define DATA_SEGMENT 0x10

	.section .multiboot, "a"
	.align 4
	.long MULTIBOOT_MAGIC
	.long MULTIBOOT_FLAGS
	.long -(MULTIBOOT_MAGIC + MULTIBOOT_FLAGS)

	.text
	.globl boot_entry
	.type boot_entry, @function
boot_entry:
	cli
	lgdt segment_register
	ljmp $CODE_SEGMENT, $1f
1:	movl $DATA_SEGMENT, %eax
	movl %eax, %ds
	movl %eax, %es
	movl %eax, %fs
	movl %eax, %gs
	movl %eax, %ss
	movl $boot_stack_top, %esp
	xorl %ebp, %ebp
	movl $constructors_start, %ebx
2:	cmpl $constructors_end, %ebx
	jae 3f
	call *(%ebx)
	addl $4, %ebx
	jmp 2b
3:	call hal_main
4:	cli
	hlt
	jmp 4b
	.size boot_entry, . - boot_entry

	.section .data.segments, "aw"
	.align 8
segments:
	.quad 0
	.quad 0x00cf9a000000ffff
	.quad 0x00cf92000000ffff
segment_register:
	.word . - segments - 1
	.long segments

	.section .bss.boot_stack, "aw", @nobits
	.align 16
	.skip BOOT_STACK_SIZE
boot_stack_top:

	.section .note.GNU-stack, "", @progbits
