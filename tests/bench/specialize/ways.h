/* The ways of a case: generic, by hand, as Weft made it, and generic with its facts told to the compiler. */
#define KNOW(fact) if (!(fact)) __builtin_unreachable()
#define MEASURED __attribute__((noinline, noclone, flatten, used))
#define PARAMETERS (u8 *b, int x, const void *what, int n)
#define WAYS(name, facts) \
	MEASURED int name##_generic PARAMETERS { return name(b, x, what, n); } \
	MEASURED int name##_by_hand PARAMETERS { return name##_hand(b, x, what, n); } \
	MEASURED int name##_made PARAMETERS { return name##_residual(b, x, what, n); } \
	MEASURED int name##_assumed PARAMETERS { facts; return name(b, x, what, n); }
#define KNOWN(text) KNOW(what == (const void *)(text))
