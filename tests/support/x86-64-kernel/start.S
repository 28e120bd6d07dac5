/* The kernel runs in the highest 2 GB, its text mapped without write access (CR0.WP). */
.include "long-mode.s"
long_mode 0x20, 0x80010001
  xor %ebp, %ebp
  mov %ebp, %ss
  mov %ebp, %ds
  mov %ebp, %es
  mov $main, %rax
  call *%rax
2: hlt
  jmp 2b
long_mode_tables

.text
/* The clock's interrupt: what C may change is kept, as kernels do. */
.globl on_clock
on_clock: push %rax
  push %rcx
  push %rdx
  push %rsi
  push %rdi
  push %r8
  push %r9
  push %r10
  push %r11
  cld
  call tick
  pop %r11
  pop %r10
  pop %r9
  pop %r8
  pop %rdi
  pop %rsi
  pop %rdx
  pop %rcx
  pop %rax
  iretq
/* The kernel's own handler of breakpoints counts them. */
.globl on_breakpoint
on_breakpoint: incq breakpoints(%rip)
  iretq
.bss
.balign 16
.skip 65536
stack_end:
.globl breakpoints
breakpoints: .skip 8
.section .note.GNU-stack, "", @progbits
