/* It begins with what begins with what is inlined. */
static inline __attribute__((always_inline)) void inner(volatile int *counted)
{
	*counted += 1;
	*counted ^= 3;
}

static inline __attribute__((always_inline)) void outer(volatile int *counted)
{
	inner(counted);
	inner(counted);
}

__attribute__((section(".program"), regparm(1))) void work(volatile int *counted)
{
	outer(counted);
	*counted += 2;
}
