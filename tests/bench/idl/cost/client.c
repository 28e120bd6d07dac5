/* Calls each operation from a place like any application's: arguments from memory, results and environment to memory. */
#include "stubs_client.h"
#include "values.h"

bench service;
CORBA_Environment env = IDL4_DEFAULT_ENVIRONMENT;
CORBA_long a, b, c, d, e, f, l1, l2, result;
CORBA_short s1, s2;
CORBA_char text[120], array1[8000], array2[8000];
bench_large_t record;
void *CORBA_alloc(idl4_word_t bytes) { (void)bytes; return 0; }
void CORBA_free(void *pointer) { (void)pointer; }

/* The lengths that are counted are constants, as in a call with two buffers; those that are checked vary. */
#ifdef VERIFY
#define L1 l1
#define L2 l2
#else
#define L1 100
#define L2 100
#endif
static APART void tiny(void) { REGION(0); result = bench_tiny(service, a, &env); REGION_END; }
static APART void small(void) { REGION(1); result = bench_small(service, s1, b, s2, &env); REGION_END; }
static APART void large(void) { REGION(2); result = bench_large(service, a, b, c, d, e, f, &env); REGION_END; }
static APART void strxfer(void) { REGION(3); bench_strxfer(service, text, &b, &c, &env); REGION_END; }
static APART void structxfer(void) { REGION(4); result = bench_structxfer(service, &record, &b, &env); REGION_END; }
static APART void arrayxfer(void) { REGION(5); bench_arrayxfer(service, array1, array2, L1, L2, &env); REGION_END; }
/* What the caller still needs after each call takes registers, too. */
#define CALLS 8
CORBA_long many[CALLS];
static APART void looped(void)
{
  REGION(7);
  CORBA_long sum = 0;
  for (int i = 0; i < CALLS; i++) sum += bench_tiny(service, many[i], &env);
  result = sum;
  REGION_END;
}

#ifdef LOCAL
static APART void tiny_local(void) { REGION(6); result = near_tiny(service, a, &env); REGION_END; }
#endif

static void fine(int operation) { expect(env._major == CORBA_NO_EXCEPTION, operation); env._minor = 77; }

static void round_of_calls(int round)
{
#ifdef LOCAL
  a = (CORBA_long)value(round, 0, 0);
  tiny_local(); fine(0); expect(result == a, 0);
  return;
#endif
  a = (CORBA_long)value(round, 0, 0);
  tiny(); fine(0); expect(result == a, 0);
  s1 = (CORBA_short)value(round, 1, 0), b = (CORBA_long)value(round, 1, 1), s2 = (CORBA_short)value(round, 1, 2);
  small(); fine(1); expect(result == b, 1);
  a = (CORBA_long)value(round, 2, 0), b = (CORBA_long)value(round, 2, 1), c = (CORBA_long)value(round, 2, 2);
  d = (CORBA_long)value(round, 2, 3), e = (CORBA_long)value(round, 2, 4), f = (CORBA_long)value(round, 2, 5);
  large(); fine(2); expect(result == a, 2);
  fill(text, length_of(round, 3, 119), round, 3);
  text[length_of(round, 3, 119)] = 0;
  strxfer(); fine(3); expect(b == 1, 3); expect(c == 2, 3);
  fill(&record, sizeof(record), round, 4);
  structxfer(); fine(4); expect(result == 1, 4); expect(b == 2, 4);
  l1 = (CORBA_long)length_of(round, 5, 8000), l2 = (CORBA_long)length_of(round, 6, 8000);
  fill(array1, (tracee_word)l1, round, 5), fill(array2, (tracee_word)l2, round, 6);
  arrayxfer(); fine(5);
#ifndef VERIFY
  CORBA_long sum = 0;
  for (int i = 0; i < CALLS; i++) sum += many[i] = (CORBA_long)value(round, 0, 0);
  looped(); fine(7); expect(result == sum, 7);
#endif
}

void tracee_main(void)
{
  memset(&service, 0, sizeof(service));
  *(idl4_word_t *)(void *)&service = 0x222;
  for (int round = 0; round < ROUNDS; round++) round_of_calls(round);
}
