/*
 * Every way into the kernel and out of it. The kernel has one stack and nothing
 * waits inside it: a trap out of a program pushes its registers straight into
 * the thread's struct trap_frame (the task state's stack ends there), the
 * handler changes threads, and resume() continues whichever one is chosen.
 */
#include "layout.h"

#define TRAP_ENTRY_SIZE 16 /* arch/trap.c counts on it */
#define FRAME_AFTER_REGISTERS 8 /* vector and error code */

	.text
	.macro trap_entry vector
	.align TRAP_ENTRY_SIZE
	.if !(\vector == 8 || (\vector >= 10 && \vector <= 14) || \vector == 17)
	pushl $0
	.endif
	pushl $\vector
	jmp trap_common
	.endm

	.globl trap_entries
	.align TRAP_ENTRY_SIZE
trap_entries:
	.set vector, 0
	.rept 64
	trap_entry vector
	.set vector, vector + 1
	.endr

	.type trap_common, @function
trap_common:
	testb $3, 12(%esp)
	jz trap_in_kernel
	pushal
from_program:
	movl $KERNEL_DATA, %eax
	movl %eax, %ds
	movl %eax, %es
	movl $kernel_stack_top, %esp
	cld
	call trap_dispatch /* does not return */
	.size trap_common, . - trap_common

/* A device interrupts the idle kernel, or a single step goes on behind sysenter. */
	.type trap_in_kernel, @function
trap_in_kernel:
	pushal
	movl $KERNEL_DATA, %eax
	movl %eax, %ds
	movl %eax, %es
	cld
	pushl %esp
	call trap_from_kernel
	addl $4, %esp
	popal
	addl $FRAME_AFTER_REGISTERS, %esp
	iret
	.size trap_in_kernel, . - trap_in_kernel

/*
 * sysenter: ECX points to the return address and, behind it, the timeouts; the
 * other registers are those of int $0x30. Both words are gone when it returns.
 */
	.globl sysenter_entry
	.type sysenter_entry, @function
sysenter_entry:
	nop /* a single step that came in with us is over here */
	movl %ss:sysenter_stack, %esp
	pushl $USER_DATA
	pushl %ecx
	pushl $0x202
	pushl $USER_CODE
	pushl $0 /* eip, found by the handler */
	pushl $0
	pushl $0x100 /* vector: above all real ones */
	pushal
	jmp from_program
	.size sysenter_entry, . - sysenter_entry

/* void resume(struct trap_frame *frame) */
	.globl resume
	.type resume, @function
resume:
	movl 4(%esp), %esp
	movl $USER_DATA, %eax
	movl %eax, %ds
	movl %eax, %es
	movl %eax, %fs
	movl $UTCB_SEGMENT, %eax
	movl %eax, %gs
	popal
	addl $FRAME_AFTER_REGISTERS, %esp
	iret
	.size resume, . - resume

	.section .note.GNU-stack, "", @progbits
