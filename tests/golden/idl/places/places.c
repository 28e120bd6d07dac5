/* Stubs inside of functions in which gcc has the fewest registers, or none that finds the stack but EBP. */
#include "in_client.h"
#include "in_template.c"

void *CORBA_alloc(idl4_word_t bytes) { extern void *malloc(__SIZE_TYPE__); return malloc(bytes); }
void CORBA_free(void *place) { extern void free(void *); free(place); }
extern void use(void *);

typedef struct { CORBA_long number, last; long long large; numbers list; CORBA_char *text; record one, two; lines rows; } values;

/* Each call once; what the function has of its own lives across all of them. */
#define CALLS(_service, _v, _env)                                                             \
  do {                                                                                        \
    (_v)->number = place_quick(_service, (_v)->number, (CORBA_short)(_v)->last, _env);        \
    (_v)->large = place_wide(_service, (_v)->large, 2.5, 1, 2, 3, &(_v)->last, _env);         \
    (_v)->list = place_some(_service, &(_v)->list, &(_v)->text, _env);                        \
    (_v)->one = place_whole(_service, &(_v)->one, &(_v)->two, (_v)->rows, _env);              \
    place_away(_service, &(_v)->two, _env);                                                   \
  } while (0)

void plain(place s, values *v) { CORBA_Environment env = idl4_default_environment; CALLS(s, v, &env); use(&env); }
void nobody_asks(place s, values *v) { CALLS(s, v, 0); }
void own_values(place s) { values v; use(&v); CALLS(s, &v, 0); use(&v); }
void of_any_size(place s, int n) { values v[n]; use(v); CALLS(s, &v[n - 1], 0); use(v); }
void on_the_stack(place s, int n) { values *v = __builtin_alloca((__SIZE_TYPE__)n); use(v); CALLS(s, v, 0); use(v); }
void aligned(place s) { _Alignas(64) values v; use(&v); CALLS(s, &v, 0); use(&v); }
void large(place s) { values v[400]; use(v); CALLS(s, &v[399], 0); use(v); }
long long busy(place s, values *v, int a, int b, int c, int d)
{
  long long sum = 0;
  for (int i = a; i < b; i++) { CALLS(s, v + i, 0); sum += (long long)(i * c ^ d) * v->number; }
  return sum + a * b - c * d;
}
__attribute__((regparm(3))) int by_register(place *s, values *v, int n) { CALLS(*s, v, 0); return n + v->number; }
int again(place s, values *v, int n) { CALLS(s, v, 0); return n > 0 ? again(s, v + 1, n - 1) + n : 0; }

void serve(void)
{
  static place_buffer_t buffer;
  idl4_server_t server;
  place_start(&server, &buffer);
  PLACE_SERVE(server);
}

int main(int count, char **words)
{
  place s;
  values v;
  __builtin_memset(&s, 0, sizeof(s));
  use(&v);
  CALLS(s, &v, 0);
  use(words);
  return (int)v.number + count;
}
