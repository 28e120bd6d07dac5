/* Two processors of a PC without an operating system: each gets flat segments, a stack, a timer's interrupt, and its C. */
	.set MAGIC, 0x1badb002
	.text
	.align 4
	.long MAGIC, 0, -MAGIC
	.globl _start
_start:
	cli
	lgdt gdt_pointer
	ljmp $8, $1f
1:	mov $16, %ax
	mov %ax, %ds
	mov %ax, %es
	mov %ax, %ss
	mov $first_stack, %esp
	call first_processor
2:	hlt
	jmp 2b

	/* Copied to 0x8000, where the second processor begins in real mode. */
	.code16
	.globl trampoline, trampoline_end
trampoline:
	cli
	xor %ax, %ax
	mov %ax, %ds
	lgdtl 0x8000 + (real_pointer - trampoline)
	mov %cr0, %eax
	or $1, %eax
	mov %eax, %cr0
	ljmpl $8, $second
real_pointer:
	.word 23
	.long gdt
trampoline_end:

	.code32
second:
	mov $16, %ax
	mov %ax, %ds
	mov %ax, %es
	mov %ax, %ss
	mov $second_stack, %esp
	call second_processor
3:	hlt
	jmp 3b

	.globl timer_entry
timer_entry:
	pusha
	cld
	call on_timer
	popa
	iret

	.data
	.align 8
gdt:	.quad 0, 0x00cf9a000000ffff, 0x00cf92000000ffff
gdt_pointer:
	.word 23
	.long gdt

	.bss
	.align 16
	.skip 16384
first_stack:
	.skip 16384
second_stack:
	.section .note.GNU-stack, "", @progbits
