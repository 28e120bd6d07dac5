/* V4 by hand: the words that are needed go into message registers, MR1 and MR2 come back in EBX and EBP. */
#include "client.h"

#define CALL(id, untyped, typed)                                                                                                  \
  register word ebp __asm__("ebp");                                                                                             \
  word eax = service, ecx = env->_timeout, edx = service, esi = IDL4_TAG(id, untyped, typed), ebx;                               \
  __asm__ volatile("call *%[ipc]" : "+a"(eax), "+c"(ecx), "+d"(edx), "=b"(ebx), "+D"(utcb), "+S"(esi), "=r"(ebp)                 \
                   : [ipc] "m"(__L4_Ipc) : "memory", "cc");                                                                     \
  hand_done(env, esi & 0xffff8000u)
#define UTCB word *utcb = idl4_utcb()

HAND CORBA_long bench_tiny(bench service, CORBA_long a, CORBA_Environment *env)
{
  UTCB;
  utcb[1] = (word)a;
  CALL(0, 1, 0);
  return (CORBA_long)ebx;
}
HAND CORBA_long bench_small(bench service, CORBA_short a, CORBA_long b, CORBA_short c, CORBA_Environment *env)
{
  UTCB;
  utcb[1] = (word)b;
  utcb[2] = (word)(unsigned short)a | (word)c << 16;
  CALL(1, 2, 0);
  return (CORBA_long)ebx;
}
HAND CORBA_long bench_large(bench service, CORBA_long a, CORBA_long b, CORBA_long c, CORBA_long d, CORBA_long e, CORBA_long f, CORBA_Environment *env)
{
  UTCB;
  utcb[1] = (word)a, utcb[2] = (word)b, utcb[3] = (word)c, utcb[4] = (word)d, utcb[5] = (word)e, utcb[6] = (word)f;
  CALL(2, 6, 0);
  return (CORBA_long)ebx;
}
HAND void bench_strxfer(bench service, const CORBA_char *a, CORBA_long *b, CORBA_long *c, CORBA_Environment *env)
{
  const word length = hand_length(a);
  UTCB;
  hand_copy(utcb + 2, a, length);
  utcb[1] = length;
  CALL(3, 1 + ((length + 3) >> 2), 0);
  *b = (CORBA_long)ebx;
  *c = (CORBA_long)ebp;
}
HAND CORBA_long bench_structxfer(bench service, const bench_large_t *a, CORBA_long *b, CORBA_Environment *env)
{
  UTCB;
  utcb[1] = IDL4_STRING_ITEM(sizeof(*a));
  utcb[2] = (word)a;
  CALL(4, 0, 2);
  *b = (CORBA_long)ebp;
  return (CORBA_long)ebx;
}
HAND void bench_arrayxfer(bench service, const CORBA_char *str1, const CORBA_char *str2, CORBA_long l1, CORBA_long l2, CORBA_Environment *env)
{
  UTCB;
  utcb[1] = (word)l1, utcb[2] = (word)l2;
  utcb[3] = IDL4_STRING_ITEM(l1), utcb[4] = (word)str1;
  utcb[5] = IDL4_STRING_ITEM(l2), utcb[6] = (word)str2;
  CALL(5, 2, 4);
}
