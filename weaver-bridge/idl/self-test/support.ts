/** `idl4/self-test.h`: seeded values, checks and the record of what went wrong. Freestanding C. */
export const SELF_TEST_HEADER = `/* Support for self-tests made by weft idl. Include a kernel's header first. Freestanding. */
#ifndef IDL4_SELF_TEST_H
#define IDL4_SELF_TEST_H

/*
 * What the platform provides. The variable below must be one memory for clients and servers: its section is .shared.
 * IDL4_TEST_TIMEOUT   how long a call may take, in the kernel's encoding; 0 is forever
 * IDL4_TEST_MAPS      defined where flexpages are really mapped
 * Who counts what a call costs defines these, and IDL4_TEST_APART where memory is not shared:
 * IDL4_TEST_LENGTH    elements of everything that has a length; without it, none, the most, and any number
 * IDL4_TEST_CALL(n)   before the call of the file's operation n; IDL4_TEST_CALLED is behind it
 * IDL4_TEST_SERVE     before the implementation's own work; IDL4_TEST_SERVED is behind it
 */
#ifndef IDL4_TEST_CALL
#define IDL4_TEST_CALL(_n)
#define IDL4_TEST_CALLED
#define IDL4_TEST_SERVE
#define IDL4_TEST_SERVED
#endif
extern void idl4_test_say(const char *_text);
extern void idl4_test_yield(void);
/* Blocks of CORBA_alloc that nobody has freed. */
extern idl4_word_t idl4_test_allocated(void);
#ifndef IDL4_TEST_TIMEOUT
#define IDL4_TEST_TIMEOUT 0
#endif
#ifndef IDL4_TEST_ROUNDS
#define IDL4_TEST_ROUNDS 8
#endif
#ifdef IDL4_TEST_APART
#define IDL4_TEST_RAISES 0
#define IDL4_TEST_PATIENCE 0
#else
#define IDL4_TEST_RAISES 2 /* rounds of each exception */
#define IDL4_TEST_PATIENCE 100000
#endif
#define IDL4_TEST_GUARD 0x9a4d9a4du

static struct {
  volatile idl4_word_t round;
  volatile idl4_word_t raise;    /* which of the operation's exceptions, from 1; 0 none */
  volatile idl4_word_t served;   /* requests that reached an implementation */
  volatile idl4_word_t failures; /* of the operation */
  volatile idl4_word_t failed_round;
  char what[128]; /* the first failure */
} idl4_test __attribute__((section(".shared"), aligned(4096)));

static __attribute__((unused)) void idl4_test_fail(const char *_what)
{
  idl4_word_t _at = 0;
  if (idl4_test.failures++) return;
  idl4_test.failed_round = idl4_test.round;
  for (; _what[_at] && _at < sizeof(idl4_test.what) - 1; _at++) idl4_test.what[_at] = _what[_at];
  idl4_test.what[_at] = 0;
}
#define IDL4_TEST(_good, _what) do { if (!(_good)) idl4_test_fail(_what); } while (0)

/* Values: the same on both sides from operation, round, direction (0 request, 1 reply) and parameter. */
typedef idl4_word_t idl4_random_t;
static __attribute__((unused)) idl4_word_t idl4_any(idl4_random_t *_r)
{
  idl4_word_t _x = *_r;
  _x ^= _x << 13;
  _x ^= _x >> 17;
  _x ^= _x << 5;
  *_r = _x;
  return _x * 0x9e3779b1u;
}
static __attribute__((unused)) idl4_random_t idl4_test_seed(idl4_word_t _operation, idl4_word_t _direction, idl4_word_t _parameter)
{
  idl4_random_t _r = (((_operation * 251 + idl4_test.round) * 2 + _direction) * 61 + _parameter) * 0x85ebca6bu + 1;
  if (_r == 0) _r = 1;
  idl4_any(&_r);
  idl4_any(&_r);
  return _r;
}
__extension__ typedef unsigned long long idl4_wide_t;
static __attribute__((unused)) idl4_wide_t idl4_any_wide(idl4_random_t *_r)
{
  const idl4_wide_t _high = idl4_any(_r);
  return _high << 32 | idl4_any(_r);
}
static __attribute__((unused)) void idl4_any_bytes(void *_to, idl4_word_t _bytes, idl4_random_t *_r)
{
  unsigned char *_byte = (unsigned char *)_to;
  while (_bytes--) *_byte++ = (unsigned char)(idl4_any(_r) >> 11);
}
static __attribute__((unused)) int idl4_same_bytes(const void *_one, const void *_other, idl4_word_t _bytes)
{
  const unsigned char *_a = (const unsigned char *)_one, *_b = (const unsigned char *)_other;
  while (_bytes--)
    if (*_a++ != *_b++) return 0;
  return 1;
}
/* 0, the maximum, then anything between. */
static __attribute__((unused)) idl4_word_t idl4_any_count(idl4_word_t _maximum, idl4_random_t *_r)
{
#ifdef IDL4_TEST_LENGTH
  (void)_r;
  return IDL4_TEST_LENGTH < _maximum ? IDL4_TEST_LENGTH : _maximum;
#else
  return idl4_test.round == 0 ? 0 : idl4_test.round == 1 ? _maximum : idl4_any(_r) % (_maximum + 1);
#endif
}
static __attribute__((unused)) void idl4_any_text(CORBA_char *_to, idl4_word_t _maximum, idl4_random_t _r)
{
  idl4_word_t _length = idl4_any_count(_maximum, &_r);
  while (_length--) *_to++ = (CORBA_char)(idl4_any(&_r) % 255 + 1);
  *_to = 0;
}
static __attribute__((unused)) void idl4_any_wtext(CORBA_wchar *_to, idl4_word_t _maximum, idl4_random_t _r)
{
  idl4_word_t _length = idl4_any_count(_maximum, &_r);
  while (_length--) *_to++ = (CORBA_wchar)(idl4_any(&_r) % 65535 + 1);
  *_to = 0;
}
static __attribute__((unused)) int idl4_is_text(const CORBA_char *_text, idl4_word_t _maximum, idl4_random_t _r)
{
  idl4_word_t _length = idl4_any_count(_maximum, &_r);
  if (!_text) return 0;
  while (_length--)
    if (*_text++ != (CORBA_char)(idl4_any(&_r) % 255 + 1)) return 0;
  return *_text == 0;
}
static __attribute__((unused)) int idl4_is_wtext(const CORBA_wchar *_text, idl4_word_t _maximum, idl4_random_t _r)
{
  idl4_word_t _length = idl4_any_count(_maximum, &_r);
  if (!_text) return 0;
  while (_length--)
    if (*_text++ != (CORBA_wchar)(idl4_any(&_r) % 65535 + 1)) return 0;
  return *_text == 0;
}

/* A page of ours with seeded content, to be mapped where the receiver keeps free addresses. */
static unsigned char idl4_test_pages[4][4096] __attribute__((aligned(4096), unused));
#ifdef IDL4_V4_H
#define IDL4_TEST_PAGE_SIZE (12u << 4)
#else
#define IDL4_TEST_PAGE_SIZE (12u << 2)
#endif
static __attribute__((unused)) idl4_fpage_t idl4_any_page(idl4_word_t _direction, idl4_word_t _slot, idl4_random_t _r)
{
  idl4_fpage_t _page = {0, 0};
  idl4_any_bytes(idl4_test_pages[_slot & 3], 4096, &_r);
  idl4_fpage_set_mode(&_page, IDL4_MODE_MAP);
  idl4_fpage_set_base(&_page, (_direction ? 0x51000000u : 0x50000000u) + (_slot << 12));
  idl4_fpage_set_page(&_page, (idl4_word_t)idl4_test_pages[_slot & 3] | IDL4_TEST_PAGE_SIZE);
  idl4_fpage_set_permissions(&_page, IDL4_PERM_FULL);
  return _page;
}
static __attribute__((unused)) int idl4_is_page(idl4_fpage_t _page, idl4_word_t _direction, idl4_word_t _slot, idl4_random_t _r)
{
  const idl4_word_t _base = (_direction ? 0x51000000u : 0x50000000u) + (_slot << 12);
  if (idl4_fpage_get_base(_page) != _base || idl4_fpage_get_mode(_page) != IDL4_MODE_MAP) return 0;
  if (idl4_fpage_get_permissions(_page) != IDL4_PERM_FULL) return 0;
#ifdef IDL4_TEST_MAPS
  for (idl4_word_t _at = 0; _at < 4096; _at++)
    if (((const volatile unsigned char *)_base)[_at] != (unsigned char)(idl4_any(&_r) >> 11)) return 0;
#else
  (void)_r;
#endif
  return 1;
}

IDL4_INLINE idl4_word_t idl4_test_stack(void)
{
  idl4_word_t _stack;
  __asm__ volatile("mov %%esp, %0" : "=r"(_stack));
  return _stack;
}

/* What a client finds after each call. */
static __attribute__((unused)) void idl4_test_after(const CORBA_Environment *_env, idl4_word_t _exception, idl4_word_t _served)
{
  if (_env->_major == CORBA_SYSTEM_EXCEPTION) idl4_test_fail("client: the kernel reported an error, or nobody answered");
  else if (_exception == 0) IDL4_TEST(_env->_major == CORBA_NO_EXCEPTION, "client: an exception that nobody raised");
  else IDL4_TEST(_env->_major == CORBA_USER_EXCEPTION && CORBA_exception_id(_env) == _exception, "client: the exception did not arrive");
#ifdef IDL4_TEST_APART
  (void)_served;
#else
  IDL4_TEST(idl4_test.served == _served + 1, "server: the implementation was not called exactly once");
#endif
}
static __attribute__((unused)) void idl4_test_begin(idl4_word_t _round, idl4_word_t _raise)
{
  idl4_test.round = _round;
  idl4_test.raise = _raise;
}
/* Reports the operation; returns whether it failed. */
static __attribute__((unused)) idl4_word_t idl4_test_report(const char *_name)
{
  const idl4_word_t _failed = idl4_test.failures != 0;
  idl4_test_say(_failed ? "FAIL " : "ok ");
  idl4_test_say(_name);
  if (_failed) {
    char _digits[] = ", round 00";
    _digits[8] = (char)('0' + idl4_test.failed_round / 10 % 10);
    _digits[9] = (char)('0' + idl4_test.failed_round % 10);
    idl4_test_say(": ");
    idl4_test_say(idl4_test.what);
    idl4_test_say(_digits);
  }
  idl4_test_say("\\n");
  idl4_test.failures = 0;
  return _failed;
}

#endif
`;
