/* Calls every operation of ../all/in.idl through its stubs and checks each byte on both sides. */
#include "emulator.h"
#include "in_client.h"
#include "in_server.h"

static unsigned seed = 12345, checks, failures;
static word any(void)
{
  seed = seed * 1103515245u + 12345u;
  return seed ^ seed >> 16;
}
static void fill(void *object, unsigned size) { for (unsigned char *p = object; size--;) *p++ = (unsigned char)any(); }
static void check(int good, const char *what, int line) { checks++; if (!good) { failures++; printf("line %d: %s\n", line, what); } }
#define CHECK(x) check(!!(x), #x, __LINE__)
#define SAME(a, b) check(!memcmp(&(a), &(b), sizeof(a)), #a " arrives as " #b, __LINE__)

static unsigned allocated;
void *CORBA_alloc(idl4_word_t bytes) { allocated++; return malloc(bytes + 1); }
void CORBA_free(void *pointer) { if (pointer) allocated--; free(pointer); }

/* What the client sends, what the server saw, what the server sends. */
static struct {
  CORBA_octet octet; CORBA_boolean flag; CORBA_char c; CORBA_wchar w;
  CORBA_float f; CORBA_double d; CORBA_long_long q; CORBA_unsigned_long_long u;
  m_point point; m_mixed mixed; m_choice choice; m_flat flat; m_color color; m_grid grid;
  CORBA_long longs[16]; m_point points[40]; CORBA_octet data[5000];
  char text[5][4000]; idl4_fpage_t page[2]; CORBA_long n; CORBA_short s1, s2;
} sent[4]; /* 0 in, 1 inout there, 2 inout back, 3 out */
static int raising, posted;
static idl4_threadid_t client_id = {
#if KERNEL == 2
  CLIENT, 0
#else
  CLIENT
#endif
};

CORBA_long level_value;
IDL4_INLINE CORBA_long get_level(CORBA_Object c, idl4_server_environment *e) { (void)e; SAME(c, client_id); return level_value; }
IDL4_PUBLISH_M_ALL__GET_LEVEL(get_level)
IDL4_INLINE void set_level(CORBA_Object c, const CORBA_long v, idl4_server_environment *e) { (void)c; (void)e; level_value = v; }
IDL4_PUBLISH_M_ALL__SET_LEVEL(set_level)
IDL4_INLINE m_color get_tint(CORBA_Object c, idl4_server_environment *e) { (void)c; (void)e; return m_color_blue; }
IDL4_PUBLISH_M_ALL__GET_TINT(get_tint)
IDL4_INLINE void ping(CORBA_Object c, idl4_server_environment *e) { (void)c; (void)e; }
IDL4_PUBLISH_M_ALL_PING(ping)

IDL4_INLINE CORBA_octet bytes(CORBA_Object caller, const CORBA_octet a, const CORBA_boolean b, CORBA_char *c, CORBA_wchar *w, idl4_server_environment *e)
{
  (void)caller; (void)e;
  SAME(a, sent[0].octet); SAME(b, sent[0].flag); SAME(*c, sent[1].c);
  *c = sent[2].c; *w = sent[3].w;
  return sent[3].octet;
}
IDL4_PUBLISH_M_ALL_BYTES(bytes)
IDL4_INLINE CORBA_float reals(CORBA_Object caller, const CORBA_float f, const CORBA_double d, CORBA_float *g, CORBA_double *o, idl4_server_environment *e)
{
  (void)caller; (void)e;
  CHECK(f == 1.5f); CHECK(d == -2.25); CHECK(*g == 3.5f);
  *g = 4.75f; *o = 1e100;
  return 0.125f;
}
IDL4_PUBLISH_M_ALL_REALS(reals)
IDL4_INLINE CORBA_long_long wide(CORBA_Object caller, const CORBA_long_long a, CORBA_unsigned_long_long *b, CORBA_long_long *c, idl4_server_environment *e)
{
  (void)caller; (void)e;
  SAME(a, sent[0].q); SAME(*b, sent[1].u);
  *b = sent[2].u; *c = sent[3].q;
  return ~sent[3].q;
}
IDL4_PUBLISH_M_ALL_WIDE(wide)
#define RECORD(name, type, field)                                                                             \
  IDL4_INLINE type name(CORBA_Object caller, const type *a, type *b, type *c, idl4_server_environment *e)     \
  {                                                                                                           \
    (void)caller;                                                                                             \
    SAME(*a, sent[0].field); SAME(*b, sent[1].field);                                                         \
    *b = sent[2].field; *c = sent[3].field;                                                                   \
    SAME(*a, sent[0].field);                                                                                  \
    if (raising == 1) CORBA_exception_set(e, ex_m_plain, 0);                                                  \
    return sent[0].field;                                                                                     \
  }
RECORD(points1, m_point, point)
IDL4_PUBLISH_M_ALL_POINTS1(points1)
static m_rich rich_value = {4711, {-1, 77}};
IDL4_INLINE m_mixed mixed1(CORBA_Object caller, const m_mixed *a, m_mixed *b, m_mixed *c, idl4_server_environment *e)
{
  (void)caller;
  SAME(*a, sent[0].mixed); SAME(*b, sent[1].mixed);
  *b = sent[2].mixed; *c = sent[3].mixed;
  SAME(*a, sent[0].mixed);
  if (raising == 1) CORBA_exception_set(e, ex_m_plain, 0);
  if (raising == 2) CORBA_exception_set(e, ex_m_rich, &rich_value);
  return sent[0].mixed;
}
IDL4_PUBLISH_M_ALL_MIXED1(mixed1)
IDL4_INLINE m_choice choose(CORBA_Object caller, const m_choice *a, m_flat *b, m_choice *c, idl4_server_environment *e)
{
  (void)caller; (void)e;
  SAME(*a, sent[0].choice); SAME(*b, sent[1].flat);
  *b = sent[2].flat; *c = sent[3].choice;
  return sent[0].choice;
}
IDL4_PUBLISH_M_ALL_CHOOSE(choose)
IDL4_INLINE m_color paint(CORBA_Object caller, const m_color a, m_color *b, m_color *c, idl4_server_environment *e)
{
  (void)caller;
  CHECK(a == m_color_red); CHECK(*b == m_color_green);
  *b = m_color_blue; *c = m_color_green;
  if (raising == 2) CORBA_exception_set(e, ex_m_rich, &rich_value);
  return m_color_blue;
}
IDL4_PUBLISH_M_ALL_PAINT(paint)
IDL4_INLINE void grids(CORBA_Object caller, const m_grid a, m_grid b, m_grid c, idl4_server_environment *e)
{
  (void)caller; (void)e;
  CHECK(!memcmp(a, sent[0].grid, sizeof(m_grid))); CHECK(!memcmp(b, sent[1].grid, sizeof(m_grid)));
  memcpy(b, sent[2].grid, sizeof(m_grid)); memcpy(c, sent[3].grid, sizeof(m_grid));
  CHECK(!memcmp(a, sent[0].grid, sizeof(m_grid)));
}
IDL4_PUBLISH_M_ALL_GRIDS(grids)
IDL4_INLINE void strings(CORBA_Object caller, const CORBA_char *a, const CORBA_char *b, CORBA_char **c, CORBA_char **d, CORBA_char **o, idl4_server_environment *e)
{
  (void)caller; (void)e;
  CHECK(!strcmp(a, sent[0].text[0])); CHECK(!strcmp(b, sent[0].text[1])); CHECK(!strcmp(*d, sent[1].text[3]));
  strcpy(*c, sent[3].text[2]); *d = sent[2].text[3]; *o = sent[3].text[4];
  CHECK(!strcmp(a, sent[0].text[0])); CHECK(!strcmp(b, sent[0].text[1]));
}
IDL4_PUBLISH_M_ALL_STRINGS(strings)
IDL4_INLINE CORBA_char *name(CORBA_Object caller, const CORBA_long i, idl4_server_environment *e) { (void)caller; (void)e; return sent[i].text[0]; }
IDL4_PUBLISH_M_ALL_NAME(name)
IDL4_INLINE CORBA_char *shorty(CORBA_Object caller, idl4_server_environment *e) { (void)caller; (void)e; return sent[3].text[2]; }
IDL4_PUBLISH_M_ALL_SHORTY(shorty)
IDL4_INLINE m_longs seq(CORBA_Object caller, const m_longs *a, m_longs *b, m_longs *c, idl4_server_environment *e)
{
  (void)caller; (void)e;
  CHECK(a->_length == 7); CHECK(!memcmp(a->_buffer, sent[0].longs, 28));
  CHECK(b->_length == 3); CHECK(!memcmp(b->_buffer, sent[1].longs, 12));
  CHECK(c->_maximum == 16); 
  b->_length = 16; memcpy(b->_buffer, sent[2].longs, 64);
  c->_length = 1; c->_buffer[0] = sent[3].longs[0];
  m_longs result = {5, 5, sent[3].longs + 2};
  return result;
}
IDL4_PUBLISH_M_ALL_SEQ(seq)
IDL4_INLINE void seq2(CORBA_Object caller, const m_points *a, m_points *b, idl4_server_environment *e)
{
  (void)caller; (void)e;
  CHECK(a->_length == 40); CHECK(!memcmp(a->_buffer, sent[0].points, sizeof(sent[0].points)));
  b->_length = 40; b->_buffer = sent[3].points;
}
IDL4_PUBLISH_M_ALL_SEQ2(seq2)
IDL4_INLINE void buffers(CORBA_Object caller, const CORBA_octet *data, const CORBA_long n, CORBA_octet *back, idl4_server_environment *e)
{
  (void)caller; (void)e;
  CHECK(n == sent[0].n); CHECK(!memcmp(data, sent[0].data, (unsigned)n));
  memcpy(back, sent[3].data, (unsigned)n);
}
IDL4_PUBLISH_M_ALL_BUFFERS(buffers)
IDL4_INLINE void post(CORBA_Object caller, const CORBA_long a, const CORBA_char *s, idl4_server_environment *e)
{
  (void)caller; (void)e;
  posted++;
  CHECK(a == sent[0].n); CHECK(!strcmp(s, "posted"));
}
IDL4_PUBLISH_M_ALL_POST(post)
IDL4_INLINE idl4_threadid_t find(CORBA_Object caller, const CORBA_char *s, const CORBA_Object who, idl4_server_environment *e)
{
  (void)e;
  CHECK(!strcmp(s, "the name server, 31 characters.")); SAME(who, caller);
  return who;
}
IDL4_PUBLISH_M_ALL_FIND(find)
IDL4_INLINE void aim(CORBA_Object caller, const idl4_threadid_t dest, const CORBA_long x, const CORBA_long hidden, idl4_server_environment *e)
{
  (void)dest; (void)e;
  SAME(caller, client_id); CHECK(x == sent[0].n); CHECK(hidden == 0);
}
IDL4_PUBLISH_M_ALL_AIM(aim)
IDL4_INLINE void pre(CORBA_Object caller, CORBA_char **s, m_longs *q, idl4_server_environment *e)
{
  (void)caller; (void)e;
  *s = sent[3].text[1]; q->_length = 9; q->_buffer = sent[3].longs;
}
IDL4_PUBLISH_M_ALL_PRE(pre)
IDL4_INLINE void small_words(CORBA_Object caller, const CORBA_short a, const CORBA_short b, CORBA_short *h, CORBA_octet *o, idl4_server_environment *e)
{
  (void)caller; (void)e;
  SAME(a, sent[0].s1); SAME(b, sent[0].s2); SAME(*h, sent[1].s1);
  *h = sent[2].s1; *o = sent[3].octet;
}
IDL4_PUBLISH_M_ALL_SMALL(small_words)
IDL4_INLINE void ten(CORBA_Object caller, const CORBA_long a, const CORBA_long b, CORBA_long *c, m_point *d, const CORBA_char *s, CORBA_long *o, CORBA_char **f, idl4_server_environment *e)
{
  (void)caller; (void)e;
  CHECK(a == sent[0].n); CHECK(b == ~sent[0].n); CHECK(*c == sent[1].n); SAME(*d, sent[1].point); CHECK(!strcmp(s, "twelve chars"));
  *c = sent[2].n; *d = sent[2].point; *o = sent[3].n; strcpy(*f, "back again");
  CHECK(a == sent[0].n); CHECK(!strcmp(s, "twelve chars"));
}
IDL4_PUBLISH_M_ALL_TEN(ten)
IDL4_INLINE CORBA_long bits(CORBA_Object caller, const CORBA_long a, CORBA_long *b, CORBA_unsigned_short *c, const CORBA_unsigned_long d, idl4_server_environment *e)
{
  (void)caller; (void)e;
  CHECK(a == (sent[0].n & 0xffff) << 10); CHECK(*b == sent[0].octet); CHECK(d == (CORBA_unsigned_long)sent[1].octet << 8);
  *b = sent[2].octet; *c = (CORBA_unsigned_short)((sent[3].octet & 0x7f) << 4);
  return sent[3].n;
}
IDL4_PUBLISH_M_ALL_BITS(bits)
IDL4_INLINE CORBA_long later(CORBA_Object caller, const CORBA_long a, CORBA_char **s, m_point *p, idl4_server_environment *e)
{
  (void)s;
  CHECK(a == sent[0].n); SAME(*p, sent[1].point);
  m_all_later_reply(caller, sent[3].n, "said later", &sent[2].point);
  idl4_set_no_response(e);
  return 0;
}
IDL4_PUBLISH_M_ALL_LATER(later)
IDL4_INLINE void share(CORBA_Object caller, const idl4_fpage_t p, idl4_fpage_t *q, const CORBA_long x, idl4_server_environment *e)
{
  (void)caller; (void)e;
  SAME(p, sent[0].page[0]); CHECK(x == sent[0].n);
  *q = sent[3].page[0];
}
IDL4_PUBLISH_M_ALL_SHARE(share)
IDL4_INLINE void twomaps(CORBA_Object caller, const idl4_fpage_t a, const idl4_fpage_t b, idl4_fpage_t *c, idl4_fpage_t *d, CORBA_long *n, idl4_server_environment *e)
{
  (void)caller; (void)e;
  SAME(a, sent[0].page[0]); SAME(b, sent[0].page[1]);
  *c = sent[3].page[0]; *d = sent[3].page[1]; *n = sent[3].n;
}
IDL4_PUBLISH_M_ALL_TWOMAPS(twomaps)

static __attribute__((unused)) void discard(idl4_server_t *server)
{
#if KERNEL == 4
  server->partner = 0;
#else
  server->reply = IDL4_NOTHING;
#endif
}
#define m_all_discard (idl4_service_t)discard
static const idl4_service_t __attribute__((unused)) table2[] = M_ALL_DEFAULT_VTABLE_2, table3[] = M_ALL_DEFAULT_VTABLE_3;

static void server(void)
{
  static m_all_buffer_t buffer;
  idl4_server_t server;
  m_all_start(&server, &buffer);
#if defined(M_ALL_SERVE) && defined(__OPTIMIZE__)
  M_ALL_SERVE(server);
#else
  for (;;) {
    m_all_reply_and_wait(&server);
    idl4_process_request(&server, (idl4_request_id(&server) >> 6 == 2 ? table2 : table3)[idl4_request_id(&server) & M_ALL_FID_MASK]);
  }
#endif
}

static void randomize(void)
{
  fill(sent, sizeof(sent));
  for (int i = 0; i < 4; i++) {
    const int longest[] = {3999, 20, 30, 40, 3999};
    for (int t = 0; t < 5; t++) {
      unsigned length = any() % (unsigned)(longest[t] + 1);
      for (unsigned c = 0; c < length; c++) sent[i].text[t][c] = (char)('a' + any() % 26);
      sent[i].text[t][length] = 0;
    }
    sent[i].n = (CORBA_long)(any() % 4096);
    sent[i].page[0].base = (sent[i].page[0].base & ~15u) | 8;
    sent[i].page[1].base = (sent[i].page[1].base & ~15u) | 8;
  }
}
#define FINE CHECK(env._major == CORBA_NO_EXCEPTION)
#define LOCAL(type, name, from) type name; memcpy(&name, &(from), sizeof(name))
#define RECORD_CALL(operation, type, field)                                                                        \
  do {                                                                                                             \
    LOCAL(type, a, sent[0].field); LOCAL(type, b, sent[1].field); type c, r;                                       \
    r = operation(service, &a, &b, &c, &env);                                                                      \
    FINE; SAME(r, sent[0].field); SAME(b, sent[2].field); SAME(c, sent[3].field); SAME(a, sent[0].field);          \
  } while (0)

static void round_of_calls(m_all service)
{
  CORBA_Environment env = idl4_default_environment;
  randomize();
  raising = 0;
  m_base__set_level(service, sent[0].n, &env); FINE;
  CHECK(m_base__get_level(service, &env) == sent[0].n); FINE;
  CHECK(m_base__get_tint(service, 0) == m_color_blue);
  m_base_ping(service, &env); FINE;
  { LOCAL(CORBA_char, c, sent[1].c); CORBA_wchar w; CORBA_octet r = m_all_bytes(service, sent[0].octet, sent[0].flag, &c, &w, &env); FINE; SAME(r, sent[3].octet); SAME(c, sent[2].c); SAME(w, sent[3].w); }
  { CORBA_float g = 3.5f; CORBA_double o; CHECK(m_all_reals(service, 1.5f, -2.25, &g, &o, &env) == 0.125f); FINE; CHECK(g == 4.75f); CHECK(o == 1e100); }
  { LOCAL(CORBA_unsigned_long_long, b, sent[1].u); CORBA_long_long c; CHECK(m_all_wide(service, sent[0].q, &b, &c, &env) == ~sent[3].q); FINE; SAME(b, sent[2].u); SAME(c, sent[3].q); }
  RECORD_CALL(m_all_points1, m_point, point);
  RECORD_CALL(m_all_mixed1, m_mixed, mixed);
  { LOCAL(m_flat, b, sent[1].flat); m_choice c, r; r = m_all_choose(service, &sent[0].choice, &b, &c, &env); FINE; SAME(r, sent[0].choice); SAME(b, sent[2].flat); SAME(c, sent[3].choice); }
  { m_color b = m_color_green, c; CHECK(m_all_paint(service, m_color_red, &b, &c, &env) == m_color_blue); FINE; CHECK(b == m_color_blue); CHECK(c == m_color_green); }
  { m_grid b, c; memcpy(b, sent[1].grid, sizeof(b)); m_all_grids(service, sent[0].grid, b, c, &env); FINE; SAME(b, sent[2].grid); SAME(c, sent[3].grid); }
  {
    CORBA_char *c = 0, *d = CORBA_string_alloc(40), *o = 0;
    strcpy(d, sent[1].text[3]);
    m_all_strings(service, sent[0].text[0], sent[0].text[1], &c, &d, &o, &env); FINE;
    CHECK(!strcmp(c, sent[3].text[2])); CHECK(!strcmp(d, sent[2].text[3])); CHECK(!strcmp(o, sent[3].text[4]));
    CORBA_free(c); CORBA_free(d); CORBA_free(o);
  }
  { CORBA_char *r = m_all_name(service, 2, &env); FINE; CHECK(!strcmp(r, sent[2].text[0])); CORBA_free(r); }
  { CORBA_char *r = m_all_shorty(service, &env); FINE; CHECK(!strcmp(r, sent[3].text[2])); CORBA_free(r); }
  {
    m_longs a = {16, 7, sent[0].longs}, b = {16, 3, CORBA_alloc(64)}, c = {0, 0, 0}, r;
    memcpy(b._buffer, sent[1].longs, 12);
    r = m_all_seq(service, &a, &b, &c, &env); FINE;
    CHECK(b._length == 16); CHECK(!memcmp(b._buffer, sent[2].longs, 64)); CHECK(c._length == 1); CHECK(c._buffer[0] == sent[3].longs[0]);
    CHECK(r._length == 5); CHECK(!memcmp(r._buffer, sent[3].longs + 2, 20));
    CORBA_free(b._buffer); CORBA_free(c._buffer); CORBA_free(r._buffer);
  }
  { m_points a = {40, 40, sent[0].points}, b; m_all_seq2(service, &a, &b, &env); FINE; CHECK(b._length == 40); CHECK(!memcmp(b._buffer, sent[3].points, sizeof(sent[3].points))); CORBA_free(b._buffer); }
  { static CORBA_octet back[4096]; m_all_buffers(service, sent[0].data, sent[0].n, back, &env); FINE; CHECK(!memcmp(back, sent[3].data, (unsigned)sent[0].n)); }
  { int before = posted; m_all_post(service, sent[0].n, "posted", &env); FINE; m_base_ping(service, &env); CHECK(posted == before + 1); }
  { idl4_threadid_t r = m_all_find(service, "the name server, 31 characters.", client_id, &env); FINE; SAME(r, client_id); }
  m_all_aim(service, sent[0].n, 99, &env); FINE;
  { char room[65], *s = room; CORBA_long longs[16]; m_longs q = {16, 0, longs}; m_all_pre(service, &s, &q, &env); FINE; CHECK(s == room); CHECK(!strcmp(s, sent[3].text[1])); CHECK(q._length == 9); CHECK(!memcmp(longs, sent[3].longs, 36)); }
  { LOCAL(CORBA_short, h, sent[1].s1); CORBA_octet o; m_all_small(service, sent[0].s1, sent[0].s2, &h, &o, &env); FINE; SAME(h, sent[2].s1); SAME(o, sent[3].octet); }
  {
    CORBA_long c = sent[1].n, o; m_point d = sent[1].point; CORBA_char *f = 0;
    m_all_ten(service, sent[0].n, ~sent[0].n, &c, &d, "twelve chars", &o, &f, &env); FINE;
    CHECK(c == sent[2].n); SAME(d, sent[2].point); CHECK(o == sent[3].n); CHECK(!strcmp(f, "back again"));
    CORBA_free(f);
  }
  { CORBA_long b = sent[0].octet; CORBA_unsigned_short c; CHECK(m_all_bits(service, (sent[0].n & 0xffff) << 10, &b, &c, (CORBA_unsigned_long)sent[1].octet << 8, &env) == sent[3].n); FINE; CHECK(b == sent[2].octet); CHECK(c == (sent[3].octet & 0x7f) << 4); }
  { m_point p = sent[1].point; CORBA_char *t = 0; CHECK(m_all_later(service, sent[0].n, &t, &p, &env) == sent[3].n); FINE; CHECK(!strcmp(t, "said later")); SAME(p, sent[2].point); CORBA_free(t); }
  { idl4_fpage_t q; m_all_share(service, sent[0].page[0], &q, sent[0].n, &env); FINE; SAME(q, sent[3].page[0]); }
  { idl4_fpage_t c, d; CORBA_long n; m_all_twomaps(service, sent[0].page[0], sent[0].page[1], &c, &d, &n, &env); FINE; SAME(c, sent[3].page[0]); SAME(d, sent[3].page[1]); CHECK(n == sent[3].n); }
  raising = 1;
  { m_mixed b = sent[1].mixed, c; m_all_mixed1(service, &sent[0].mixed, &b, &c, &env); CHECK(env._major == CORBA_USER_EXCEPTION); CHECK(CORBA_exception_id(&env) == ex_m_plain); SAME(b, sent[1].mixed); }
  raising = 2;
  for (int twice = 0; twice < 2; twice++) {
    m_mixed b = sent[1].mixed, c; m_color x = m_color_green, y;
    if (twice) m_all_paint(service, m_color_red, &x, &y, &env); else m_all_mixed1(service, &sent[0].mixed, &b, &c, &env);
    CHECK(env._major == CORBA_USER_EXCEPTION); CHECK(CORBA_exception_id(&env) == ex_m_rich);
    CHECK(CORBA_exception_value(&env) && !memcmp(CORBA_exception_value(&env), &rich_value, sizeof(rich_value)));
    CORBA_exception_free(&env);
  }
  CHECK(allocated == 0);
}

int main(void)
{
  m_all service;
  memset(&service, 0, sizeof(service));
  *(word *)&service = SERVER;
  boot(server);
  for (int i = 0; i < 50; i++) round_of_calls(service);
  printf("%s: %u messages, %u checks, %u failures, %u cut\n", failures ? "FAILED" : "ok", messages, checks, failures, cut);
  return failures != 0 || cut != 0;
}
