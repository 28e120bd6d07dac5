/* V2 by hand: as X0, with the number in EBX and one register for data. */
#include "client.h"

#define CALL(send, w0, id) CALL_WITH(send, w0, id, 0)
#define CALL_MEMORY(send, w0, id) CALL_WITH(send, w0, id, send)
#define CALL_WITH(send, w0, id, receive)                                                                                                  \
  register word ebp __asm__("ebp") = (receive);                                                                                     \
  word eax = (send), ecx = env->_timeout, edx = (w0), ebx = (id), esi = service.low, edi = service.high;                     \
  __asm__ volatile("int $0x30" : "+a"(eax), "+c"(ecx), "+d"(edx), "+b"(ebx), "+D"(edi), "+S"(esi), "+r"(ebp) : : "memory", "cc"); \
  hand_done(env, (eax & 0xf0) | ebx)
#define NOTHING ({ word any; __asm__("" : "=r"(any)); any; })

HAND CORBA_long bench_tiny(bench service, CORBA_long a, CORBA_Environment *env)
{
  CALL(0, (word)a, 0);
  return (CORBA_long)edx;
}
HAND CORBA_long bench_small(bench service, CORBA_short a, CORBA_long b, CORBA_short c, CORBA_Environment *env)
{
  struct { idl4_message_head_t head; word unused[2]; CORBA_short a, c; } message;
  message.head.send_dope = IDL4_DOPE(3, 0);
  message.a = a, message.c = c;
  CALL((word)&message, (word)b, 1);
  return (CORBA_long)edx;
}
HAND CORBA_long bench_large(bench service, CORBA_long a, CORBA_long b, CORBA_long c, CORBA_long d, CORBA_long e, CORBA_long f, CORBA_Environment *env)
{
  struct { idl4_message_head_t head; word unused[2]; CORBA_long b, c, d, e, f; } message;
  message.head.send_dope = IDL4_DOPE(7, 0);
  message.b = b, message.c = c, message.d = d, message.e = e, message.f = f;
  CALL((word)&message, (word)a, 2);
  return (CORBA_long)edx;
}
/* The reply has one value more than fits the registers. */
HAND void bench_strxfer(bench service, const CORBA_char *a, CORBA_long *b, CORBA_long *c, CORBA_Environment *env)
{
  struct { idl4_message_head_t head; word unused[2]; union { char a[120]; CORBA_long c; } data; } message;
  const word length = hand_length(a);
  message.head.rcv_window = 0;
  message.head.size_dope = IDL4_DOPE(32, 0);
  message.head.send_dope = IDL4_DOPE(2 + ((length + 3) >> 2), 0);
  hand_copy(message.data.a, a, length);
  CALL_MEMORY((word)&message, length, 3);
  *b = (CORBA_long)edx;
  *c = message.data.c;
}
HAND CORBA_long bench_structxfer(bench service, const bench_large_t *a, CORBA_long *b, CORBA_Environment *env)
{
  struct { idl4_message_head_t head; word unused[2]; CORBA_long b; idl4_part_t part; } message;
  message.head.rcv_window = 0;
  message.head.size_dope = IDL4_DOPE(3, 1);
  message.head.send_dope = IDL4_DOPE(2, 1);
  message.part.snd_size = sizeof(*a);
  message.part.snd_str = a;
  message.part.rcv_size = 0;
  CALL_MEMORY((word)&message, NOTHING, 4);
  *b = message.b;
  return (CORBA_long)edx;
}
HAND void bench_arrayxfer(bench service, const CORBA_char *str1, const CORBA_char *str2, CORBA_long l1, CORBA_long l2, CORBA_Environment *env)
{
  struct { idl4_message_head_t head; word unused[2]; CORBA_long l2; idl4_part_t part[2]; } message;
  message.head.size_dope = IDL4_DOPE(3, 2);
  message.head.send_dope = IDL4_DOPE(3, 2);
  message.l2 = l2;
  message.part[0].snd_size = (word)l1, message.part[0].snd_str = str1;
  message.part[1].snd_size = (word)l2, message.part[1].snd_str = str2;
  CALL((word)&message, (word)l1, 5);
}
