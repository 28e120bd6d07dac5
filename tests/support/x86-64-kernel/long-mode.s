/*
 * From the 32-bit code with flat segments that a Multiboot loader leaves, to 64 bits: the first GB stands at its own place,
 * and in the highest 2 GB, in pages of 2 MB. `long_mode CR4, CR0 [, KEPT]` sets these bits of the two registers, and keeps
 * those of CR0 that are given; what follows it is 64-bit code. `long_mode_tables` is what it reads.
 */
.macro long_mode cr4, cr0, kept
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
  or $\cr4, %eax
  mov %eax, %cr4
  mov $tables, %eax
  mov %eax, %cr3
  mov $0xc0000080, %ecx
  rdmsr
  or $0x100, %eax
  wrmsr
  mov %cr0, %eax
.ifnb \kept
  and $\kept, %eax
.endif
  or $\cr0, %eax
  mov %eax, %cr0
  lgdt descriptors
  ljmp $8, $wide
.code64
wide: mov $stack_end, %rsp
.endm

.macro long_mode_tables
.balign 8
segments: .quad 0, 0x00209a0000000000
descriptors: .word 15
  .long segments
.balign 4096
tables: .skip 4096
pointers: .skip 4096
pages: .skip 4096
.endm
