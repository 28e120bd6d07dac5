/* Multiboot leaves 32-bit code with flat segments; the kernel runs in the highest 2 GB, its text mapped without write access. */
.section .multiboot, "a"
header: .long 0x1badb002, 0x10000, -0x1badb002 - 0x10000, header, header, loaded_end, all_end, _start
.section .boot, "ax"
.code32
.globl _start
_start: movl $pointers + 3, tables
  movl $pointers + 3, tables + 511 * 8
  movl $pages + 3, pointers
  movl $pages + 3, pointers + 510 * 8
  mov $pages, %edi
  mov $0x83, %eax
1: mov %eax, (%edi)
  add $0x200000, %eax
  add $8, %edi
  cmp $pages + 4096, %edi
  jne 1b
  mov %cr4, %eax
  or $0x20, %eax
  mov %eax, %cr4
  mov $tables, %eax
  mov %eax, %cr3
  mov $0xc0000080, %ecx
  rdmsr
  or $0x100, %eax
  wrmsr
  mov %cr0, %eax
  or $0x80010001, %eax
  mov %eax, %cr0
  lgdt descriptors
  ljmp $8, $wide
.code64
wide: mov $stack_end, %rsp
  xor %ebp, %ebp
  mov %ebp, %ss
  mov %ebp, %ds
  mov %ebp, %es
  mov $main, %rax
  call *%rax
2: hlt
  jmp 2b
.balign 8
segments: .quad 0, 0x00209a0000000000
descriptors: .word 15
  .long segments
.balign 4096
tables: .skip 4096
pointers: .skip 4096
pages: .skip 4096

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
