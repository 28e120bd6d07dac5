/* Calls every operation of in.idl through its stubs and checks each string and element on both sides. */
#include "emulator.h"
#include "in_client.h"
#include "in_server.h"

static unsigned checks, failures, allocated, told;
static void check(int good, const char *what, int line) { checks++; if (!good) { failures++; printf("line %d: %s\n", line, what); } }
#define CHECK(x) check(!!(x), #x, __LINE__)
#define UNUSED static __attribute__((unused))
void *CORBA_alloc(idl4_word_t bytes) { allocated++; return memset(malloc(bytes + 1), 0x5a, bytes + 1); }
void CORBA_free(void *pointer) { if (pointer) allocated--; free(pointer); }

/* Value number n of each type, the same on both sides; storage is the caller's. */
struct store { char text[40][40]; CORBA_wchar wide[20][12]; p_entry entries[9]; p_point points[20]; CORBA_long sizes[8]; CORBA_char *names[30]; CORBA_octet data[16]; int texts, wides; };
UNUSED char *text(struct store *s, int n, int most)
{
  char *t = s->text[s->texts++ % 40];
  int length = n * 7 % (most + 1);
  for (int i = 0; i < length; i++) t[i] = (char)('a' + (n + i) % 26);
  t[length] = 0;
  return t;
}
UNUSED CORBA_wchar *wide(struct store *s, int n)
{
  CORBA_wchar *t = s->wide[s->wides++ % 20];
  int length = n % 11;
  for (int i = 0; i < length; i++) t[i] = (CORBA_wchar)(0x100 + n + i);
  t[length] = 0;
  return t;
}
UNUSED p_entry entry(struct store *s, int n) { p_entry e = {(CORBA_short)n, n % 5 == 4 ? 0 : text(s, n, 39), text(s, n + 1, 20), wide(s, n)}; return e; }
UNUSED int same_text(const char *a, const char *b) { return a && b ? !strcmp(a, b) : a == b; }
UNUSED int same_entry(const p_entry *a, const p_entry *b)
{
  int i = 0;
  if (a->kind != b->kind || !same_text(a->name, b->name) || !same_text(a->note, b->note)) return 0;
  while (a->wide[i] && a->wide[i] == b->wide[i]) i++;
  return a->wide[i] == b->wide[i];
}
UNUSED p_points points(struct store *s, int n)
{
  p_points v = {20, (idl4_word_t)n % 21, s->points};
  for (int i = 0; i < 20; i++) { s->points[i].x = n * i; s->points[i].y = ~i; }
  return v;
}
UNUSED int same_points(const p_points *a, const p_points *b) { return a->_length == b->_length && (!a->_length || !memcmp(a->_buffer, b->_buffer, a->_length * 8)); }
UNUSED p_folder folder(struct store *s, int n)
{
  p_folder f;
  memset(&f, 0, sizeof(f));
  f.mark = (CORBA_char)n; f.self = entry(s, n);
  f.inside._length = f.inside._maximum = (idl4_word_t)n % 10; f.inside._buffer = s->entries;
  for (unsigned i = 0; i < 9; i++) s->entries[i] = entry(s, n + (int)i);
  f.sizes._length = (idl4_word_t)n % 9; f.sizes._buffer = s->sizes;
  for (int i = 0; i < 8; i++) s->sizes[i] = n * i;
  for (int i = 0; i < 3; i++) f.lines[i] = text(s, n + i, 30);
  f.path = points(s, n);
  return f;
}
UNUSED int same_folder(const p_folder *a, const p_folder *b)
{
  int good = a->mark == b->mark && same_entry(&a->self, &b->self) && a->inside._length == b->inside._length && a->sizes._length == b->sizes._length;
  for (unsigned i = 0; good && i < a->inside._length; i++) good = same_entry(&a->inside._buffer[i], &b->inside._buffer[i]);
  for (unsigned i = 0; good && i < a->sizes._length; i++) good = a->sizes._buffer[i] == b->sizes._buffer[i];
  for (int i = 0; good && i < 3; i++) good = same_text(a->lines[i], b->lines[i]);
  return good && same_points(&a->path, &b->path);
}
UNUSED p_names names(struct store *s, int n)
{
  p_names v = {30, (idl4_word_t)n % 30, s->names};
  for (int i = 0; i < 30; i++) s->names[i] = text(s, n + i, 39);
  return v;
}
UNUSED int same_names(const p_names *a, const p_names *b)
{
  int good = a->_length == b->_length;
  for (unsigned i = 0; good && i < a->_length; i++) good = same_text(a->_buffer[i], b->_buffer[i]);
  return good;
}
UNUSED p_answer answer(struct store *s, int n)
{
  p_answer a;
  memset(&a, 0, sizeof(a));
  a._d = n % 3 == 0 ? 7 : n % 3;
  if (a._d == 1) a._u.text = text(s, n, 39);
  else if (a._d == 2) a._u.path = points(s, n);
  else a._u.code = n;
  return a;
}
UNUSED int same_answer(const p_answer *a, const p_answer *b)
{
  if (a->_d != b->_d) return 0;
  return a->_d == 1 ? same_text(a->_u.text, b->_u.text) : a->_d == 2 ? same_points(&a->_u.path, &b->_u.path) : a->_u.code == b->_u.code;
}
UNUSED p_box box(struct store *s, int n)
{
  p_box v = {text(s, n, 12), {16, (idl4_word_t)n % 17, s->data}};
  for (int i = 0; i < 16; i++) s->data[i] = (CORBA_octet)(n + i);
  return v;
}
UNUSED int same_box(const p_box *a, const p_box *b) { return same_text(a->name, b->name) && a->data._length == b->data._length && (!a->data._length || !memcmp(a->data._buffer, b->data._buffer, a->data._length)); }

UNUSED void fill_lines(struct store *s, p_lines v, int n) { for (int i = 0; i < 3; i++) v[i] = text(s, n + i, 30); }
UNUSED int same_lines(p_lines_slice *a, int n)
{
  static struct store s;
  s.texts = 0;
  for (int i = 0; i < 3; i++) if (!same_text(a[i], text(&s, n + i, 30))) return 0;
  return 1;
}
UNUSED void fill_pairs(struct store *s, p_pairs v, int n) { for (int i = 0; i < 4; i++) v[i / 2][i % 2] = entry(s, n + i); }
UNUSED int same_pairs(const p_pairs v, int n)
{
  static struct store s;
  s.texts = s.wides = 0;
  for (int i = 0; i < 4; i++) { p_entry want = entry(&s, n + i); if (!same_entry(&v[i / 2][i % 2], &want)) return 0; }
  return 1;
}
static p_page *page(struct store *s, int n)
{
  static p_page v;
  for (int i = 0; i < 3000; i++) v.words[i] = n * i;
  v.title = text(s, n, 39);
  return &v;
}
static int same_page(const p_page *a, int n)
{
  static struct store s;
  s.texts = 0;
  for (int i = 0; i < 3000; i++) if (a->words[i] != n * i) return 0;
  return same_text(a->title, text(&s, n, 39));
}

static int turn;
static struct store kept[5];
#define EXPECT(type, value, number) do { static struct store s; s.texts = s.wides = 0; p_##type want = type(&s, number); CHECK(same_##type(&(value), &want)); } while (0)

IDL4_INLINE p_entry echo(CORBA_Object c, const p_entry *a, p_entry *b, p_entry *o, idl4_server_environment *e)
{
  (void)c; (void)e;
  EXPECT(entry, *a, turn); EXPECT(entry, *b, turn + 1);
  *o = *a; *b = entry(&kept[0], turn + 2); EXPECT(entry, *a, turn);
  return entry(&kept[1], turn + 3);
}
IDL4_PUBLISH_P_DEEP_ECHO(echo)
IDL4_INLINE p_folder open_(CORBA_Object c, const p_folder *a, const CORBA_long depth, p_folder *b, p_folder *o, idl4_server_environment *e)
{
  (void)c; (void)e;
  EXPECT(folder, *a, turn); EXPECT(folder, *b, turn + 1); CHECK(depth == turn);
  *o = *b; b->mark = 'x'; *b = folder(&kept[0], turn + 2);
  return folder(&kept[1], turn + 3);
}
IDL4_PUBLISH_P_DEEP_OPEN(open_)
IDL4_INLINE p_names list(CORBA_Object c, const p_names *a, p_names *o, CORBA_long *count, idl4_server_environment *e)
{
  (void)c; (void)e;
  EXPECT(names, *a, turn); CHECK(*count == turn); *count = ~turn;
  *o = names(&kept[0], turn + 1);
  return names(&kept[1], turn + 2);
}
IDL4_PUBLISH_P_DEEP_LIST(list)
IDL4_INLINE p_answer ask(CORBA_Object c, const p_answer *a, p_answer *b, p_answer *o, idl4_server_environment *e)
{
  (void)c; (void)e;
  EXPECT(answer, *a, turn); EXPECT(answer, *b, turn + 1);
  *b = answer(&kept[0], turn + 2); *o = answer(&kept[1], turn + 3);
  return answer(&kept[2], turn + 4);
}
IDL4_PUBLISH_P_DEEP_ASK(ask)
IDL4_INLINE p_box little(CORBA_Object c, const p_box *a, CORBA_char **s, p_box *o, const p_point *at, idl4_server_environment *e)
{
  (void)c; (void)e;
  EXPECT(box, *a, turn); CHECK(at->x == turn && at->y == ~turn);
  strcpy(*s, "little"); *o = box(&kept[0], turn + 1);
  return box(&kept[1], turn + 2);
}
IDL4_PUBLISH_P_DEEP_LITTLE(little)
IDL4_INLINE p_lines_slice *turn_(CORBA_Object c, const p_lines a, p_lines b, p_pairs o, const p_pairs d, idl4_server_environment *e)
{
  static p_lines answer;
  (void)c; (void)e;
  CHECK(same_lines((p_lines_slice *)a, turn)); CHECK(same_lines(b, turn + 1)); CHECK(same_pairs(d, turn + 2));
  kept[0].texts = kept[0].wides = kept[1].texts = kept[2].texts = 0;
  fill_pairs(&kept[0], o, turn + 3); fill_lines(&kept[1], b, turn + 4); fill_lines(&kept[2], answer, turn + 5);
  return answer;
}
IDL4_PUBLISH_P_DEEP_TURN(turn_)
IDL4_INLINE p_page large(CORBA_Object c, const p_page *a, const p_blob *all, p_blob *back, idl4_server_environment *e)
{
  (void)c; (void)e;
  CHECK(same_page(a, turn)); CHECK(all->_length == 9000u - (unsigned)turn);
  for (unsigned i = 0; i < all->_length; i++) if (all->_buffer[i] != (CORBA_octet)(i + (unsigned)turn)) { CHECK(0); break; }
  *back = *all;
  return *page(&kept[0], turn + 1);
}
IDL4_PUBLISH_P_DEEP_LARGE(large)
IDL4_INLINE void tell(CORBA_Object c, const p_entry *a, idl4_server_environment *e) { (void)c; (void)e; EXPECT(entry, *a, turn); told++; }
IDL4_PUBLISH_P_DEEP_TELL(tell)
IDL4_INLINE void put(CORBA_Object c, const p_entries *all, idl4_server_environment *e)
{
  (void)c; (void)e;
  for (unsigned i = 0; i < all->_length; i++) EXPECT(entry, all->_buffer[i], turn + (int)i);
}
IDL4_PUBLISH_P_DEEP_PUT(put)
IDL4_INLINE p_entry later(CORBA_Object c, const CORBA_long x, idl4_server_environment *e)
{
  p_entry answer = entry(&kept[0], x);
  p_deep_later_reply(c, &answer);
  idl4_set_no_response(e);
  return answer;
}
IDL4_PUBLISH_P_DEEP_LATER(later)

/* Each way to raise: with a value that points into the request, with another exception, without a value, too long. */
IDL4_INLINE p_box fail(CORBA_Object c, const CORBA_char *why, const CORBA_long how, idl4_server_environment *e)
{
  static p_trouble v; static CORBA_long trail[6]; static char longer[2000];
  (void)c;
  v.code = how; v.why = (CORBA_char *)why; v.where = (p_entry){7, (CORBA_char *)why, 0, wide(&kept[0], how)};
  v.trail._length = (idl4_word_t)how % 7; v.trail._buffer = trail;
  for (int i = 0; i < 6; i++) trail[i] = how + i;
  if (how % 5 == 1) { static p_plain p; p.code = (CORBA_short)how; CORBA_exception_set(e, ex_p_plain, &p); }
  else if (how % 5 == 2) CORBA_exception_set(e, ex_p_trouble, 0);
  else if (how % 5 == 3) { memset(longer, 'x', sizeof(longer) - 1); v.why = longer; CORBA_exception_set(e, ex_p_trouble, &v); }
  else if (how % 5 == 4) CORBA_exception_set(e, ex_p_trouble, &v);
  return box(&kept[1], how);
}
IDL4_PUBLISH_P_DEEP_FAIL(fail)

static void server(void)
{
  static p_deep_buffer_t buffer;
  idl4_server_t server;
  p_deep_start(&server, &buffer);
  P_DEEP_SERVE(server);
}

#define FINE CHECK(env._major == CORBA_NO_EXCEPTION)
static void *copied(const void *from, unsigned bytes) { void *to = CORBA_alloc(bytes); memcpy(to, from, bytes); return to; }
static p_entry owned(int n)
{
  static struct store s;
  p_entry e = entry(&s, n);
  if (e.name) e.name = copied(e.name, 40);
  e.note = copied(e.note, 21); e.wide = copied(e.wide, 24);
  return e;
}
static void round_of_calls(p_deep service)
{
  CORBA_Environment env = idl4_default_environment;
  static struct store s;
  s.texts = s.wides = 0;
  {
    p_entry a = entry(&s, turn), b = owned(turn + 1), c, r = p_deep_echo(service, &a, &b, &c, &env); FINE;
    EXPECT(entry, a, turn); EXPECT(entry, b, turn + 2); EXPECT(entry, c, turn); EXPECT(entry, r, turn + 3);
    p_entry__free(&b); p_entry__free(&c); p_entry__free(&r);
  }
  {
    static struct store other;
    other.texts = other.wides = 0;
    p_folder a = folder(&s, turn), b, c, r;
    memset(&b, 0, sizeof(b));
    { p_folder like = folder(&other, turn + 1); b = like; b.self = owned(turn + 1); }
    b.inside._buffer = CORBA_alloc(sizeof(p_entry) * 9);
    for (unsigned i = 0; i < b.inside._length; i++) b.inside._buffer[i] = owned(turn + 1 + (int)i);
    b.sizes._buffer = copied(b.sizes._buffer, 32); b.path._buffer = copied(b.path._buffer, 160);
    for (int i = 0; i < 3; i++) b.lines[i] = copied(b.lines[i], 31);
    r = p_deep_open(service, &a, turn, &b, &c, &env); FINE;
    EXPECT(folder, a, turn); EXPECT(folder, b, turn + 2); EXPECT(folder, c, turn + 1); EXPECT(folder, r, turn + 3);
    p_folder__free(&b); p_folder__free(&c); p_folder__free(&r);
  }
  { p_entry r = p_deep_later(service, turn, &env); FINE; EXPECT(entry, r, turn); p_entry__free(&r); }
  { p_names a = names(&s, turn), o, r; CORBA_long n = turn; r = p_deep_list(service, &a, &o, &n, &env); FINE; EXPECT(names, o, turn + 1); EXPECT(names, r, turn + 2); CHECK(n == ~turn); p_names__free(&o); p_names__free(&r); }
  {
    p_answer a = answer(&s, turn), b, c, r;
    memset(&b, 0, sizeof(b));
    { p_answer like = answer(&s, turn + 1); b = like; if (b._d == 1) b._u.text = copied(b._u.text, 40); if (b._d == 2) b._u.path._buffer = copied(b._u.path._buffer, 160); }
    a = answer(&s, turn);
    { static struct store alone; alone.texts = 0; a = answer(&alone, turn); r = p_deep_ask(service, &a, &b, &c, &env); } FINE;
    EXPECT(answer, b, turn + 2); EXPECT(answer, c, turn + 3); EXPECT(answer, r, turn + 4);
    p_answer__free(&b); p_answer__free(&c); p_answer__free(&r);
  }
  { p_box a = box(&s, turn), o, r; CORBA_char *t = 0; p_point at = {turn, ~turn}; r = p_deep_little(service, &a, &t, &o, &at, &env); FINE; CHECK(!strcmp(t, "little")); EXPECT(box, o, turn + 1); EXPECT(box, r, turn + 2); CORBA_free(t); p_box__free(&o); p_box__free(&r); }
  {
    static struct store other; p_lines a, b, *r; p_pairs c, d;
    other.texts = other.wides = 0;
    fill_lines(&other, a, turn); fill_lines(&other, b, turn + 1); fill_pairs(&other, d, turn + 2);
    for (int i = 0; i < 3; i++) b[i] = copied(b[i], 31);
    r = (p_lines *)p_deep_turn(service, a, b, c, d, &env); FINE;
    CHECK(same_pairs(c, turn + 3)); CHECK(same_lines(b, turn + 4)); CHECK(same_lines(*r, turn + 5)); CHECK(same_lines(a, turn));
    p_pairs__free(&c); p_lines__free(&b); p_lines__free(r); CORBA_free(r);
  }
  {
    static CORBA_octet bytes[9000]; p_blob all = {9000, 9000u - (unsigned)turn, bytes}, back; p_page r;
    for (unsigned i = 0; i < 9000; i++) bytes[i] = (CORBA_octet)(i + (unsigned)turn);
    r = p_deep_large(service, page(&s, turn), &all, &back, &env); FINE;
    CHECK(same_page(&r, turn + 1)); CHECK(back._length == all._length && !memcmp(back._buffer, bytes, back._length));
    CORBA_free(back._buffer); p_page__free(&r);
  }
  { /* One line that is too long for a stream: refused, what was there stays. */
    static char longer[9000]; p_lines a, b, *r; p_pairs c, d; unsigned sent = messages;
    memset(longer, 'x', sizeof(longer) - 1); memset(d, 0, sizeof(d)); memset(b, 0, sizeof(b));
    a[0] = a[2] = 0; a[1] = longer;
    r = (p_lines *)p_deep_turn(service, a, b, c, d, &env);
    CHECK(env._major == CORBA_SYSTEM_EXCEPTION); CHECK(env._minor == IDL4_BAD_MESSAGE); CHECK(messages == sent); CHECK(!r);
    CORBA_exception_free(&env);
  }
  {
    char why[61]; memset(why, 'a' + turn % 26, 60); why[turn % 61] = 0;
    p_box r = p_deep_fail(service, why, turn, &env);
    if (turn % 5 == 0) { FINE; EXPECT(box, r, turn); p_box__free(&r); }
    else {
      CHECK(env._major == CORBA_USER_EXCEPTION && CORBA_exception_id(&env) == (turn % 5 == 1 ? ex_p_plain : ex_p_trouble));
      if (turn % 5 == 1) CHECK(((p_plain *)CORBA_exception_value(&env))->code == turn);
      else if (turn % 5 == 4) {
        const p_trouble *v = CORBA_exception_value(&env);
        CHECK(v && v->code == turn && !strcmp(v->why, why) && v->where.kind == 7 && !strcmp(v->where.name, why) && !v->where.note && v->trail._length == (idl4_word_t)turn % 7);
        for (unsigned i = 0; v && i < v->trail._length; i++) CHECK(v->trail._buffer[i] == turn + (int)i);
      } else CHECK(!CORBA_exception_value(&env));
      CORBA_exception_free(&env);
    }
  }
  { unsigned before = told; p_entry a = entry(&s, turn); p_entries none = {0, 0, 0}; p_deep_tell(service, &a, &env); FINE; p_deep_put(service, &none, &env); FINE; CHECK(told == before + 1); }
  { p_entry all[5]; p_entries v = {5, 5, all}; for (int i = 0; i < 5; i++) all[i] = entry(&s, turn + i); p_deep_put(service, &v, &env); FINE; }
  { /* A note longer than its bound, and more entries than a message holds: refused before anything is sent. */
    char longer[] = "twenty-one characters"; p_entry a = entry(&s, turn), b = owned(turn + 1), c, r; unsigned sent = messages;
    static p_entry many[600]; p_entries v = {600, 600, many};
    a.note = longer; r = p_deep_echo(service, &a, &b, &c, &env);
    CHECK(env._major == CORBA_SYSTEM_EXCEPTION); CHECK(env._minor == IDL4_BAD_MESSAGE); CHECK(messages == sent);
    EXPECT(entry, b, turn + 1); p_entry__free(&b); p_entry__free(&c); p_entry__free(&r);
    p_deep_put(service, &v, &env); CHECK(env._major == CORBA_SYSTEM_EXCEPTION); CHECK(messages == sent);
  }
  CHECK(allocated == 0);
}

int main(void)
{
  p_deep service;
  memset(&service, 0, sizeof(service));
  *(word *)&service = SERVER;
  boot(server);
  for (turn = 0; turn < 50; turn++) round_of_calls(service);
  printf("%s: %u messages, %u checks, %u failures, %u cut\n", failures ? "FAILED" : "ok", messages, checks, failures, cut);
  return failures != 0 || cut != 0;
}
