/* One subject by one way, CALLS times: `main SUBJECT WAY`. The result says whether all ways do the same. */
#include "subjects.c"
#include "residual.c"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define KNOW(fact) if (!(fact)) __builtin_unreachable()
#define MEASURED __attribute__((noinline, noclone, flatten, used))
/* `generic` calls what other units would call; `assumed` is the generic function with the facts said to the compiler. */
#define WAYS(result, name, generic, parameters, arguments, facts) \
	MEASURED result name##_generic parameters { return generic arguments; } \
	MEASURED result name##_by_hand parameters { return name##_hand arguments; } \
	MEASURED result name##_made parameters { return name##_residual arguments; } \
	MEASURED result name##_assumed parameters { facts; return generic arguments; }
#define FILTER (const struct insn *pc, const u8 *p, u32 length), (pc, p, length)
#define DO(...) WAYS(__VA_ARGS__)
WAYS(int, send_signal, send_signal, (int signal, struct process *p, int privileged), (signal, p, privileged),
     KNOW(signal == SIGUSR1); KNOW(privileged == 0); KNOW(p != 0))
WAYS(int, xdr_pair, xdr_pair, (struct xdr *x, struct pair *p), (x, p),
     KNOW(x->op == ENCODE); KNOW(x->ops == &memory_ops); KNOW(x->left == 8))
WAYS(int, marshal, marshal, (struct xdr *x, struct call *c, int *values, int count), (x, c, values, count),
     KNOW(x->op == ENCODE); KNOW(x->ops == &memory_ops); KNOW(x->left == 104); KNOW(count == 20))
DO(u32, filter_six, filter, FILTER, KNOW(pc == six); KNOW(length == 60))
DO(u32, filter_ten, filter, FILTER, KNOW(pc == ten); KNOW(length == 60))
DO(u32, filter_fifteen, filter, FILTER, KNOW(pc == fifteen); KNOW(length == 60))

#define CHOOSE(name) { name##_generic, name##_by_hand, name##_made, name##_assumed }
static int (*const signals[])(int, struct process *, int) = CHOOSE(send_signal);
static int (*const pairs[])(struct xdr *, struct pair *) = CHOOSE(xdr_pair);
static int (*const marshals[])(struct xdr *, struct call *, int *, int) = CHOOSE(marshal);
static u32 (*const filters[][4])(const struct insn *, const u8 *, u32) = { CHOOSE(filter_six), CHOOSE(filter_ten), CHOOSE(filter_fifteen) };
static const struct insn *const programs[] = { six, ten, fifteen };
static u32 seed = 1, sum;
static u32 next(void) { return (seed = seed * 1664525u + 1013904223u) >> 8; }
static void note(u32 x) { sum = sum * 31 + x; }

static void packet(u8 *p)
{
	for (int i = 0; i < 60; i++)
		p[i] = (u8)next();
	p[12] = 8, p[13] = 0, p[14] = 0x45, p[20] = p[21] = 0;
	p[23] = next() % 4 ? 17 : 6;
	p[26] = 10, p[27] = 0, p[28] = 1, p[30] = 10, p[31] = 0, p[32] = 1;
	p[36] = 0, p[37] = next() % 2 ? 53 : 80;
}

int main(int count, char **words)
{
	int subject = count > 1 ? atoi(words[1]) : 0, way = count > 2 ? atoi(words[2]) : 0, times = count > 3 ? atoi(words[3]) : 1000;
	static struct process self = { .session = 1, .uid = 7, .euid = 7 };
	current = &self;
	for (int i = 0; i < times; i++) {
		u32 buffer[40];
		if (subject == 0) {
			struct process p = { .state = (int)next() % 2, .session = (int)next() % 2, .uid = 7, .blocked = next() % 8 ? 0 : 512 };
			p.action[SIGUSR1 - 1] = next() % 8 ? 2 : IGNORED;
			note((u32)signals[way](SIGUSR1, &p, 0)), note(p.pending), note((u32)p.state);
		} else if (subject <= 2) {
			struct xdr x = { ENCODE, &memory_ops, buffer, subject == 1 ? 8 : 104 };
			struct pair p = { (int)next(), (int)next() };
			struct call c = { (int)next(), 0, 2, 100003, (int)next() % 20 };
			int values[20];
			memset(buffer, 0, sizeof(buffer));
			for (int k = 0; k < 20; k++)
				values[k] = (int)next();
			note((u32)(subject == 1 ? pairs[way](&x, &p) : marshals[way](&x, &c, values, 20)));
			note((u32)x.left), note((u32)(x.at - buffer));
			for (int k = 0; k < 40; k++)
				note(buffer[k]);
		} else {
			u8 p[60];
			packet(p);
			note(filters[subject - 3][way](programs[subject - 3], p, 60));
		}
	}
	printf("%u\n", sum);
	return 0;
}
