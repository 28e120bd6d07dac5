/* The trap into IPC, for messages by hand. */
#include "syscall.h"

	.text
/* void l4_trap(struct l4_registers *registers): all of them in, all of them out */
	.globl l4_trap
	.type l4_trap, @function
l4_trap:
	pushl %ebp
	pushl %ebx
	pushl %esi
	pushl %edi
	movl 20(%esp), %eax
	movl 4(%eax), %ecx
	movl 8(%eax), %edx
	movl 12(%eax), %ebx
	movl 16(%eax), %esi
	movl 20(%eax), %edi
	movl 24(%eax), %ebp
	movl (%eax), %eax
	int $SYSCALL_IPC
	pushl %eax
	movl 24(%esp), %eax
	popl (%eax)
	movl %ecx, 4(%eax)
	movl %edx, 8(%eax)
	movl %ebx, 12(%eax)
	movl %esi, 16(%eax)
	movl %edi, 20(%eax)
	movl %ebp, 24(%eax)
	popl %edi
	popl %esi
	popl %ebx
	popl %ebp
	ret
	.size l4_trap, . - l4_trap

	.section .note.GNU-stack, "", @progbits
