  .section .multiboot, "a"
  .align 4
  .long 0x1badb002, 0, -0x1badb002

  .text
  .globl _start
_start:
#ifdef TRIPLE_FAULT
  lidt no_vectors
  int3
#endif
#ifdef NEVER_BOOTS
  cli
1: hlt
  jmp 1b
#endif
  mov $stack_top, %esp
  xor %ebp, %ebp
#ifdef PANICS
  push $reason
  call panic
#endif
  call kernel_main
1: hlt
  jmp 1b

reason:
  .asciz "no root file system"

no_vectors:
  .word 0
  .long 0

  .section .note.GNU-stack, ""

  .bss
  .align 16
  .skip 65536
stack_top:
