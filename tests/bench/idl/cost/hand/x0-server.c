/* X0 by hand, entered by int $0x30 or, with HAND_SYSENTER, by sysenter. */
#include "server.h"

static unsigned char strings[2][8000];
/* The message buffer: head, words that travel in registers, 120 bytes of data, parts. */
__attribute__((used)) struct {
  idl4_message_head_t head;
  idl4_word_t registers[3];
  unsigned char data[120];
  idl4_part_t parts[2];
} hand_buffer __attribute__((aligned(32))) = {{0, IDL4_DOPE(33, 2), 0}, {0, 0, 0}, {0}, {{0, 0, 8000, strings[0]}, {0, 0, 8000, strings[1]}}};

LOOKS(tiny) { check_tiny((CORBA_long)r->edx); expect(r->esi == 0x111, 99); }
LOOKS(small) { check_small((CORBA_short)r->ebx, (CORBA_long)r->edx, (CORBA_short)(r->ebx >> 16)); }
LOOKS(large)
{
  const CORBA_long *more = (const CORBA_long *)(const void *)hand_buffer.data;
  check_large((CORBA_long)r->edx, (CORBA_long)r->ebx, more[0], more[1], more[2], more[3]);
}
LOOKS(strxfer) { (void)r; check_strxfer((const char *)hand_buffer.data); }
LOOKS(structxfer) { (void)r; check_structxfer((const bench_large_t *)(const void *)strings[0]); }
LOOKS(arrayxfer) { check_arrayxfer((const char *)strings[0], (const char *)strings[1], (CORBA_long)r->edx, (CORBA_long)r->ebx); }

#ifdef HAND_SYSENTER
__attribute__((used)) idl4_word_t hand_frame[2 + 4096];
#define ENTER "mov $hand_frame + 16384, %ecx\n\tsysenter\n"
#define FRAME "mov $hand_frame + 16384, %ecx\n\tmovl $s_next, (%ecx)\n\tmovl $0, 4(%ecx)\n\t"
#define W0 "mov %ebp, %edx\n\t"
#else
#define ENTER "xor %ecx, %ecx\n\tint $0x30\n" NEXT
#define FRAME
#define W0
#endif
#define NEXT "testb $0xf0, %al\n\tjne s_failed\n\tand $7, %edi\n\tjmp *hand_table(, %edi, 4)\n"
#ifdef VERIFY
#define REFRAME FRAME /* looking used the stack */
#else
#define REFRAME
#endif
#define REPLY REFRAME "xor %eax, %eax\n\txor %edi, %edi\n\tmov $hand_buffer + 1, %ebp\n\t" ENTER
#define RESULTS "mov $1, %edx\n\tmov $2, %ebx\n\t"
__asm__(TABLE
        "hand_start: " FRAME "or $-1, %eax\n\tmov $hand_buffer + 1, %ebp\n\t" ENTER
#ifdef HAND_SYSENTER
        "s_next: " NEXT
#endif
        "s_failed: mov $97, %eax\n\tint $0x33\n"
        "s_tiny: " W0 LOOK(tiny) REPLY
        "s_small: " W0 LOOK(small) REPLY
        "s_large: " W0 LOOK(large) REPLY
        "s_strxfer: " W0 LOOK(strxfer) RESULTS REPLY
        "s_structxfer: " W0 LOOK(structxfer) RESULTS REPLY
        "s_arrayxfer: " W0 LOOK(arrayxfer) REPLY);

void tracee_main(void) { hand_start(); }
