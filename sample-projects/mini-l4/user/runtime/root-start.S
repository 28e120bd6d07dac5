/* The root task: the kernel gives it no stack, and its memory's bounds in registers. */
	.text
	.globl root_start
root_start:
	movl $root_stack_top, %esp
	xorl %ebp, %ebp
	subl $8, %esp
	pushl %edx
	pushl %eax
	call root_main
1:	jmp 1b

	.bss
	.align 16
	.skip 16384
root_stack_top:

	.section .note.GNU-stack, "", @progbits
