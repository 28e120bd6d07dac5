/*
 * Every way into the kernel and out of it, and the switch between two kernel
 * stacks. The stack layout is struct trap_frame (arch/trap.h). The .cfi lines
 * let GDB walk from a kernel function back into the interrupted program.
 */
#include "arch/segments.h"

#define TRAP_ENTRY_SIZE 16 /* arch/trap.c counts on it */

	.cfi_sections .debug_frame
	.text

/*
 * For GDB: the interrupted esp. The processor pushes it only when it comes from
 * a program; else the interrupted stack goes on where the frame ends. As a DWARF
 * expression on the frame's end: (cs & 3) ? *end : end, with cs at end - 8.
 */
	.macro cfi_interrupted_esp
	.cfi_escape 0x16, 4, 12, 0x12, 0x38, 0x1c, 0x06, 0x33, 0x1a, 0x30, 0x29, 0x28, 1, 0, 0x06
	.endm

/* One entry per vector; those without an error code push a zero instead. */
	.macro trap_entry vector
	.align TRAP_ENTRY_SIZE
	.cfi_startproc simple
	.cfi_signal_frame
	.cfi_def_cfa esp, 16 /* error code, eip, cs, eflags */
	.cfi_offset eip, -12
	cfi_interrupted_esp
	.if !(\vector == 8 || (\vector >= 10 && \vector <= 14) || \vector == 17)
	.cfi_def_cfa_offset 12
	pushl $0
	.cfi_def_cfa_offset 16
	.endif
	pushl $\vector
	.cfi_def_cfa_offset 20
	jmp trap_common
	.cfi_endproc
	.endm

	.globl trap_entries
	.type trap_entries, @function
	.align TRAP_ENTRY_SIZE
trap_entries:
	.set vector, 0
	.rept 256
	trap_entry vector
	.set vector, vector + 1
	.endr
	.size trap_entries, . - trap_entries

	.type trap_common, @function
trap_common:
	.cfi_startproc simple
	.cfi_signal_frame
	.cfi_def_cfa esp, 20 /* vector, error code, eip, cs, eflags */
	.cfi_offset eip, -12
	cfi_interrupted_esp
	pushl %es
	pushl %ds
	pushal
	.cfi_def_cfa_offset 60
	.cfi_offset eax, -32
	.cfi_offset ecx, -36
	.cfi_offset edx, -40
	.cfi_offset ebx, -44
	.cfi_offset ebp, -52
	.cfi_offset esi, -56
	.cfi_offset edi, -60
	movl $KERNEL_DATA_SEGMENT, %eax
	movl %eax, %ds
	movl %eax, %es
	cld
	pushl %esp
	.cfi_def_cfa_offset 64
	call trap_dispatch
	addl $4, %esp
	.cfi_def_cfa_offset 60
	.globl trap_return
trap_return:
	popal
	.cfi_def_cfa_offset 28
	.cfi_same_value eax
	.cfi_same_value ecx
	.cfi_same_value edx
	.cfi_same_value ebx
	.cfi_same_value ebp
	.cfi_same_value esi
	.cfi_same_value edi
	popl %ds
	.cfi_def_cfa_offset 24
	popl %es
	.cfi_def_cfa_offset 20
	addl $8, %esp /* vector and error code */
	.cfi_def_cfa_offset 12
	iret
	.cfi_endproc
	.size trap_common, . - trap_common

/* void trap_return_to(struct trap_frame *frame) */
	.globl trap_return_to
	.type trap_return_to, @function
trap_return_to:
	movl 4(%esp), %esp
	jmp trap_return
	.size trap_return_to, . - trap_return_to

/* void switch_stacks(uint32_t *previous_esp, uint32_t next_esp) */
	.globl switch_stacks
	.type switch_stacks, @function
switch_stacks:
	.cfi_startproc
	movl 4(%esp), %eax
	movl 8(%esp), %edx
	pushl %ebp
	.cfi_adjust_cfa_offset 4
	.cfi_rel_offset ebp, 0
	pushl %ebx
	.cfi_adjust_cfa_offset 4
	.cfi_rel_offset ebx, 0
	pushl %esi
	.cfi_adjust_cfa_offset 4
	.cfi_rel_offset esi, 0
	pushl %edi
	.cfi_adjust_cfa_offset 4
	.cfi_rel_offset edi, 0
	movl %esp, (%eax)
	movl %edx, %esp
	popl %edi
	.cfi_adjust_cfa_offset -4
	.cfi_restore edi
	popl %esi
	.cfi_adjust_cfa_offset -4
	.cfi_restore esi
	popl %ebx
	.cfi_adjust_cfa_offset -4
	.cfi_restore ebx
	popl %ebp
	.cfi_adjust_cfa_offset -4
	.cfi_restore ebp
	ret
	.cfi_endproc
	.size switch_stacks, . - switch_stacks

	.section .note.GNU-stack, "", @progbits
