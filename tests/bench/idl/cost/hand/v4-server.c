/* V4 by hand. */
#include "server.h"

static unsigned char strings[2][8000];

static const idl4_word_t *registers(const struct saved *r)
{
  static idl4_word_t all[8];
  const idl4_word_t *utcb = idl4_utcb();
  for (int i = 3; i < 8; i++) all[i] = utcb[i];
  all[1] = r->ebx, all[2] = r->ebp;
  return all;
}
LOOKS(tiny) { check_tiny((CORBA_long)r->ebx); expect(r->eax == 0x111, 99); }
LOOKS(small) { check_small((CORBA_short)r->ebp, (CORBA_long)r->ebx, (CORBA_short)(r->ebp >> 16)); }
LOOKS(large)
{
  const CORBA_long *mr = (const CORBA_long *)(const void *)registers(r);
  check_large(mr[1], mr[2], mr[3], mr[4], mr[5], mr[6]);
}
LOOKS(strxfer)
{
  (void)r;
  check_strxfer((const char *)(idl4_utcb() + 2));
}
LOOKS(structxfer) { (void)r; check_structxfer((const bench_large_t *)(const void *)strings[0]); }
LOOKS(arrayxfer) { check_arrayxfer((const char *)strings[0], (const char *)strings[1], (CORBA_long)r->ebx, (CORBA_long)r->ebp); }

#define NEXT "test $0x8000, %esi\n\tjne s_failed\n\tshr $16, %esi\n\tand $7, %esi\n\tjmp *hand_table(, %esi, 4)\n"
#define WAIT "or $-1, %edx\n\txor %ecx, %ecx\n\tcall *__L4_Ipc\n" NEXT
#define REPLY(words) "mov $" #words ", %esi\n\t" WAIT
__asm__(TABLE
        "s_failed: mov $97, %eax\n\tint $0x33\n"
        "s_tiny: " LOOK(tiny) "mov %ebx, 4(%edi)\n\t" REPLY(1)
        "s_small: " LOOK(small) "mov %ebx, 4(%edi)\n\t" REPLY(1)
        "s_large: " LOOK(large) "mov %ebx, 4(%edi)\n\t" REPLY(1)
        /* MR2 arrived in a register; the characters are in memory from there on. */
        "s_strxfer: mov %ebp, 8(%edi)\n\t" LOOK(strxfer) "movl $1, 4(%edi)\n\tmovl $2, 8(%edi)\n\t" REPLY(2)
        "s_structxfer: " LOOK(structxfer) "movl $1, 4(%edi)\n\tmovl $2, 8(%edi)\n\t" REPLY(2)
        "s_arrayxfer: " LOOK(arrayxfer) REPLY(0)
        "hand_start: mov %gs:0, %edi\n\txor %eax, %eax\n\t" WAIT);

void tracee_main(void)
{
  idl4_word_t *utcb = idl4_utcb();
  idl4_accept(utcb, 0, 1);
  idl4_accept_part(utcb, 0, 0, strings[0], sizeof(strings[0]));
  idl4_accept_part(utcb, 1, 1, strings[1], sizeof(strings[1]));
  hand_start();
}
