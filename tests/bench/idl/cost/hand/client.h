/* Client stubs as a person writes them who knows the kernel: what all three have in common. */
#include "bench_server.h" /* for the types */

#define HAND __attribute__((always_inline, unused)) static inline
typedef idl4_word_t word;

HAND void hand_done(CORBA_Environment *env, word failure)
{
  if (__builtin_expect(failure != 0, 0)) {
    env->_major = CORBA_SYSTEM_EXCEPTION;
    env->_minor = failure & 0xffffff;
  } else *(word *)(void *)env = 0;
}
/* Characters and the closing zero, at most 120. */
HAND word hand_length(const char *text)
{
  const char *end = text;
  while (*end) end++;
  const word length = (word)(end - text) + 1;
  return length > 120 ? 120 : length;
}
HAND void hand_copy(void *to, const void *from, word bytes)
{
  __asm__ volatile("rep movsb" : "+D"(to), "+S"(from), "+c"(bytes) : : "memory");
}
