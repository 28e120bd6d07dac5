/* With VERIFY: what the client must have sent, checked byte for byte. */
#ifdef VERIFY
#define CHECK(checks) do { checks; } while (0)
#else
#define CHECK(checks) (void)0
#endif
#define FROM_CLIENT expect(*(const idl4_word_t *)(const void *)&_caller == 0x111, 99)

static int rounds[6];

static APART void check_tiny(CORBA_long a) { expect((tracee_word)a == value(rounds[0]++, 0, 0), 0); }
static APART void check_small(CORBA_short a, CORBA_long b, CORBA_short c)
{
  const int round = rounds[1]++;
  expect(a == (CORBA_short)value(round, 1, 0), 1);
  expect((tracee_word)b == value(round, 1, 1), 1);
  expect(c == (CORBA_short)value(round, 1, 2), 1);
}
static APART void check_large(CORBA_long a, CORBA_long b, CORBA_long c, CORBA_long d, CORBA_long e, CORBA_long f)
{
  const CORBA_long all[6] = {a, b, c, d, e, f};
  for (int i = 0; i < 6; i++) expect((tracee_word)all[i] == value(rounds[2], 2, i), 2);
  rounds[2]++;
}
static APART void check_strxfer(const CORBA_char *a)
{
  const int round = rounds[3]++;
  expect_bytes(a, length_of(round, 3, 119), round, 3);
  expect(a[length_of(round, 3, 119)] == 0, 3);
}
static APART void check_structxfer(const bench_large_t *a) { expect_bytes(a, sizeof(*a), rounds[4]++, 4); }
static APART void check_arrayxfer(const CORBA_char *str1, const CORBA_char *str2, CORBA_long l1, CORBA_long l2)
{
  const int round = rounds[5]++;
  expect((tracee_word)l1 == length_of(round, 5, 8000), 5);
  expect((tracee_word)l2 == length_of(round, 6, 8000), 6);
  expect_bytes(str1, (tracee_word)l1, round, 5);
  expect_bytes(str2, (tracee_word)l2, round, 6);
}
