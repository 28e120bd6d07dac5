	.section .multiboot, "a"
	.align 4
	.long 0x1badb002, 0, -0x1badb002

	.text
	.globl start
start:
	mov $stack_end, %esp
	call kernel_main
1:	hlt
	jmp 1b

	.bss
	.align 16
	.skip 16384
stack_end:
	.section .note.GNU-stack, "", @progbits
