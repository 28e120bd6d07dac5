/* The first instructions of a program. */
	.text
	.globl start
start:
	xorl %ebp, %ebp
	movl %esp, %eax
	andl $-16, %esp
	subl $12, %esp
	pushl %eax /* struct start_information */
	call program_start
1:	jmp 1b

	.section .note.GNU-stack, "", @progbits
