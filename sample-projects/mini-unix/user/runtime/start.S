/* Where a program starts. The kernel leaves argc and the pointers of argv on the stack. */
	.text
	.globl _start
	.type _start, @function
_start:
	xorl %ebp, %ebp
	popl %eax
	movl %esp, %edx
	pushl %edx
	pushl %eax
	call main
	movl %eax, %ebx
	movl $1, %eax /* SYS_exit */
	int $0x80
	.size _start, . - _start

	.section .note.GNU-stack, "", @progbits
