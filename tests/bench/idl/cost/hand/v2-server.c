/* V2 by hand. */
#include "server.h"

static unsigned char strings[2][8000];
/* Head, words that travel in registers, data, parts. */
__attribute__((used)) struct {
  idl4_message_head_t head;
  idl4_word_t registers[2];
  unsigned char data[120];
  idl4_part_t parts[2];
} hand_buffer __attribute__((aligned(32))) = {{0, IDL4_DOPE(32, 2), 0}, {0, 0}, {0}, {{0, 0, 8000, strings[0]}, {0, 0, 8000, strings[1]}}};
/* Replies of three words; the third is set once. */
__attribute__((used)) struct { idl4_message_head_t head; idl4_word_t registers[2], third; } hand_reply = {{0, IDL4_DOPE(3, 0), IDL4_DOPE(3, 0)}, {0, 0}, 0};

LOOKS(tiny) { check_tiny((CORBA_long)r->edx); expect(r->esi == 0x111, 99); }
LOOKS(small)
{
  const CORBA_short *more = (const CORBA_short *)(const void *)hand_buffer.data;
  check_small(more[0], (CORBA_long)r->edx, more[1]);
}
LOOKS(large)
{
  const CORBA_long *more = (const CORBA_long *)(const void *)hand_buffer.data;
  check_large((CORBA_long)r->edx, more[0], more[1], more[2], more[3], more[4]);
}
LOOKS(strxfer) { (void)r; check_strxfer((const char *)hand_buffer.data); }
LOOKS(structxfer) { (void)r; check_structxfer((const bench_large_t *)(const void *)strings[0]); }
LOOKS(arrayxfer) { check_arrayxfer((const char *)strings[0], (const char *)strings[1], (CORBA_long)r->edx, *(const CORBA_long *)(const void *)hand_buffer.data); }

#define NEXT "testb $0xf0, %al\n\tjne s_failed\n\tand $7, %ebx\n\tjmp *hand_table(, %ebx, 4)\n"
#define ENTER "xor %ecx, %ecx\n\tmov $hand_buffer + 1, %ebp\n\tint $0x30\n" NEXT
#define REPLY "xor %eax, %eax\n\txor %ebx, %ebx\n\t" ENTER
#define REPLY_THREE "mov $1, %edx\n\tmovl $2, hand_reply + 20\n\tmov $hand_reply, %eax\n\txor %ebx, %ebx\n\t" ENTER
__asm__(TABLE
        "hand_start: or $-1, %eax\n\t" ENTER
        "s_failed: mov $97, %eax\n\tint $0x33\n"
        "s_tiny: " LOOK(tiny) REPLY
        "s_small: " LOOK(small) REPLY
        "s_large: " LOOK(large) REPLY
        "s_strxfer: " LOOK(strxfer) REPLY_THREE
        "s_structxfer: " LOOK(structxfer) REPLY_THREE
        "s_arrayxfer: " LOOK(arrayxfer) REPLY);

void tracee_main(void) { hand_start(); }
