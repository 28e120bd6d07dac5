/* Values that each side can compute for itself. */
#include "tracee.h"

#ifdef VERIFY
enum { ROUNDS = 8 };
#else
enum { ROUNDS = 2 };
#endif
/* A number that depends on the round, the operation and the place in it; small ones for lengths. */
static APART tracee_word value(int round, int operation, int place)
{
  tracee_word x = (tracee_word)(round * 7919 + operation * 104729 + place * 1299709 + 12345);
  x ^= x << 13, x ^= x >> 17, x ^= x << 5;
  return x * 2654435761u;
}
static inline unsigned char byte_of(int round, int operation, int place) { return (unsigned char)((round * 59 + operation * 7 + place * 3) | 1); }
#ifdef VERIFY
static APART tracee_word length_of(int round, int operation, int most) { return value(round, operation, 9999) % (tracee_word)(most < 1000 ? most + 1 : 1000); }
#else
static APART tracee_word length_of(int round, int operation, int most) { (void)round; return operation == 3 ? 24 : (tracee_word)(most < 100 ? most : 100); }
#endif
static APART void fill(void *object, tracee_word size, int round, int operation)
{
  for (tracee_word i = 0; i < size; i++) ((unsigned char *)object)[i] = byte_of(round, operation, (int)i);
}
static APART void expect(int good, int where) { if (!good) LEAVE(100 + where); }
static APART void expect_bytes(const void *object, tracee_word size, int round, int operation)
{
  for (tracee_word i = 0; i < size; i++) if (((const unsigned char *)object)[i] != byte_of(round, operation, (int)i)) expect(0, operation);
}
