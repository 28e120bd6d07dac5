/* The same bytes with and without a sign, by a pointer that was converted. */
typedef unsigned int u32;
struct s { int a, b, more[4]; };
u32 shifted(struct s *p, int n) { u32 *q = (u32 *)&p->b; return *q >> n; }
u32 updated(struct s *p, int n) { u32 *q = (u32 *)&p->b; *q >>= n; return *q / 3; }
u32 element(struct s *p, int n, int k) { u32 *q = (u32 *)p->more, *next = q; ++next; return (q[k] >> n) + (q[n] >> n) + (*next >> n); }
u32 address(struct s *p, int n) { u32 *q = (u32 *)&p->a; u32 *other = &*q; int *own = (int *)other; return (*other >> n) + (*own >> n); }
static u32 halved(const u32 *of, int by) { return *of >> by; }
u32 followed(struct s *p, int n) { return halved((const u32 *)&p->a, n) + halved((const u32 *)&p->more[n], n); }
u32 of_string(int k, int n) { const unsigned char *c = (const unsigned char *)"\377\376\375"; return (c[k] >> n) + (c[n] >> n); }
/* Members that do not stand where their types put them. */
typedef int far __attribute__((aligned(16)));
typedef far further;
struct aligned { char a; int b __attribute__((aligned(16))); };
struct by_specifier { char a; _Alignas(16) int b; };
struct by_name { char a; further b; };
struct packed { char a; int b __attribute__((packed)); char c; };
int sizes(int n, int k) { return sizeof(struct aligned) * n + sizeof(struct by_specifier) * 3 * n + (int)sizeof(struct by_name) * 5 + (int)sizeof(struct packed) * 7 + k; }
int sized(int n, int k) { return n == (int)sizeof(struct aligned) + 1 ? k : sizeof(struct packed) == 8 ? k + 1 : k + 2; }
