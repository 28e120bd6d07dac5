/* X0 by hand: one statement per call, registers as the kernel wants them. */
#include "client.h"

#ifdef HAND_SYSENTER
#define ENTER "push %%ecx\n\tpush $1f\n\tmov %%esp, %%ecx\n\tsysenter\n1:"
#define W0_OUT ebp
#else
#define ENTER "int $0x30"
#define W0_OUT edx
#endif
#define CALL(send, w0, w1, id)                                                                                              \
  register word ebp __asm__("ebp") = 0;                                                                                     \
  word eax = (send), ecx = env->_timeout, edx = (w0), ebx = (w1), edi = (id), esi = service;                                 \
  __asm__ volatile(ENTER : "+a"(eax), "+c"(ecx), "+d"(edx), "+b"(ebx), "+D"(edi), "+S"(esi), "+r"(ebp) : : "memory", "cc"); \
  hand_done(env, (eax & 0xf0) | edi)
#define NOTHING ({ word any; __asm__("" : "=r"(any)); any; })

HAND CORBA_long bench_tiny(bench service, CORBA_long a, CORBA_Environment *env)
{
  CALL(0, (word)a, NOTHING, 0);
  return (CORBA_long)W0_OUT;
}
HAND CORBA_long bench_small(bench service, CORBA_short a, CORBA_long b, CORBA_short c, CORBA_Environment *env)
{
  CALL(0, (word)b, (word)(unsigned short)a | (word)c << 16, 1);
  return (CORBA_long)W0_OUT;
}
HAND CORBA_long bench_large(bench service, CORBA_long a, CORBA_long b, CORBA_long c, CORBA_long d, CORBA_long e, CORBA_long f, CORBA_Environment *env)
{
  struct { idl4_message_head_t head; word unused[3]; CORBA_long c, d, e, f; } message;
  message.head.send_dope = IDL4_DOPE(7, 0);
  message.c = c, message.d = d, message.e = e, message.f = f;
  CALL((word)&message, (word)a, (word)b, 2);
  return (CORBA_long)W0_OUT;
}
HAND void bench_strxfer(bench service, const CORBA_char *a, CORBA_long *b, CORBA_long *c, CORBA_Environment *env)
{
  struct { idl4_message_head_t head; word unused[3]; char a[120]; } message;
  const word length = hand_length(a);
  message.head.send_dope = IDL4_DOPE(3 + ((length + 3) >> 2), 0);
  hand_copy(message.a, a, length);
  CALL((word)&message, length, NOTHING, 3);
  *b = (CORBA_long)W0_OUT;
  *c = (CORBA_long)ebx;
}
HAND CORBA_long bench_structxfer(bench service, const bench_large_t *a, CORBA_long *b, CORBA_Environment *env)
{
  struct { idl4_message_head_t head; word unused[3]; idl4_part_t part; } message;
  message.head.size_dope = IDL4_DOPE(3, 1);
  message.head.send_dope = IDL4_DOPE(3, 1);
  message.part.snd_size = sizeof(*a);
  message.part.snd_str = a;
  CALL((word)&message, NOTHING, NOTHING, 4);
  *b = (CORBA_long)ebx;
  return (CORBA_long)W0_OUT;
}
HAND void bench_arrayxfer(bench service, const CORBA_char *str1, const CORBA_char *str2, CORBA_long l1, CORBA_long l2, CORBA_Environment *env)
{
  struct { idl4_message_head_t head; word unused[3]; idl4_part_t part[2]; } message;
  message.head.size_dope = IDL4_DOPE(3, 2);
  message.head.send_dope = IDL4_DOPE(3, 2);
  message.part[0].snd_size = (word)l1, message.part[0].snd_str = str1;
  message.part[1].snd_size = (word)l2, message.part[1].snd_str = str2;
  CALL((word)&message, (word)l1, (word)l2, 5);
}
