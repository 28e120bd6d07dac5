/*
 * The switch between two threads, and the ways into the kernel for interrupts
 * and exceptions. A stopped thread's stack holds, from its stack pointer on:
 * edi, esi, ebx, ebp, eflags, and where it goes on (hal_first_context()).
 */
	.text

/* void hal_switch(word **save, word *restore) */
	.globl hal_switch
	.type hal_switch, @function
hal_switch:
	movl 4(%esp), %eax
	movl 8(%esp), %edx
	pushfl
	pushl %ebp
	pushl %ebx
	pushl %esi
	pushl %edi
	movl %esp, (%eax)
	movl %edx, %esp
	popl %edi
	popl %esi
	popl %ebx
	popl %ebp
	popfl
	ret
	.size hal_switch, . - hal_switch

	.macro vector_entry number, code
vector_\number:
	.if !\code
	pushl $0
	.endif
	pushl $\number
	jmp vector_common
	.endm

	vector_entry 0, 0
	vector_entry 3, 0
	vector_entry 6, 0
	vector_entry 8, 1
	vector_entry 13, 1
	vector_entry 14, 1
	vector_entry 32, 0
	vector_entry 33, 0
	vector_entry 48, 0

/* hal_vector() gets the number and the error code. */
	.type vector_common, @function
vector_common:
	pusha
	cld
	pushl 36(%esp)
	pushl 36(%esp)
	call hal_vector
	addl $8, %esp
	popa
	addl $8, %esp
	iret
	.size vector_common, . - vector_common

	.section .rodata.vectors, "a"
	.globl hal_vectors
	.align 4
hal_vectors:
	.long 0, vector_0, 3, vector_3, 6, vector_6, 8, vector_8, 13, vector_13
	.long 14, vector_14, 32, vector_32, 33, vector_33, 48, vector_48
	.globl hal_vectors_end
hal_vectors_end:

	.section .note.GNU-stack, "", @progbits
