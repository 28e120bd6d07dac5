/* The three subjects, each generic, written by hand, made by Weft (residual.c) and left to the compiler with the same facts. */
typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;

/* Signals. */
enum { SIGKILL = 9, SIGUSR1 = 10, SIGCHLD = 17, SIGCONT = 18, SIGSTOP = 19, SIGTTOU = 22, SIGMAX = 31, IGNORED = 1, ZOMBIE = 3 };
struct process {
	int state, session;
	u32 uid, euid, pending, blocked;
	int action[SIGMAX];
};
struct process *current;
int woken;
static void wake(struct process *p) { woken++; p->state = 0; }
static int may_signal(struct process *p)
{
	return current->euid == 0 || current->session == p->session || current->euid == p->uid || current->uid == p->uid;
}
static void make_pending(int signal, struct process *p)
{
	u32 mask = 1u << (signal - 1);
	if (!(mask & p->blocked)) {
		if (p->action[signal - 1] == IGNORED && signal != SIGCHLD)
			return;
		if (p->action[signal - 1] == 0 && (signal == SIGCONT || signal == SIGCHLD))
			return;
	}
	p->pending |= mask;
	if (p->state == 1 && (p->pending & ~p->blocked))
		wake(p);
}
int send_signal(int signal, struct process *p, int privileged)
{
	if (!p || signal < 0 || signal > SIGMAX)
		return -22;
	if (!privileged && signal != SIGCONT && !may_signal(p))
		return -1;
	if (!signal || p->state == ZOMBIE)
		return 0;
	if (signal == SIGKILL || signal == SIGCONT)
		for (int stop = SIGSTOP; stop <= SIGTTOU; stop++)
			p->pending &= ~(1u << (stop - 1));
	if (signal >= SIGSTOP && signal <= SIGTTOU)
		p->pending &= ~(1u << (SIGCONT - 1));
	make_pending(signal, p);
	return 0;
}
int send_signal_hand(int signal, struct process *p, int privileged)
{
	(void)signal, (void)privileged;
	if (!may_signal(p))
		return -1;
	if (p->state == ZOMBIE)
		return 0;
	if (!(p->blocked & (1u << (SIGUSR1 - 1))) && p->action[SIGUSR1 - 1] == IGNORED)
		return 0;
	p->pending |= 1u << (SIGUSR1 - 1);
	if (p->state == 1 && (p->pending & ~p->blocked))
		wake(p);
	return 0;
}

/* Sun RPC: external data representation. */
enum { ENCODE, DECODE, FREE };
struct xdr;
struct xdr_ops { int (*put)(struct xdr *, const u32 *); int (*get)(struct xdr *, u32 *); };
struct xdr { int op; const struct xdr_ops *ops; u32 *at; int left; };
static u32 swapped(u32 x) { return x >> 24 | (x >> 8 & 0xff00) | (x << 8 & 0xff0000) | x << 24; }
static int memory_put(struct xdr *x, const u32 *value)
{
	if ((x->left -= 4) < 0)
		return 0;
	*x->at = swapped(*value);
	x->at++;
	return 1;
}
static int memory_get(struct xdr *x, u32 *value)
{
	if ((x->left -= 4) < 0)
		return 0;
	*value = swapped(*x->at);
	x->at++;
	return 1;
}
const struct xdr_ops memory_ops = { memory_put, memory_get };
static int xdr_long(struct xdr *x, u32 *value)
{
	if (x->op == ENCODE)
		return x->ops->put(x, value);
	if (x->op == DECODE)
		return x->ops->get(x, value);
	return x->op == FREE;
}
static int xdr_int(struct xdr *x, int *value) { return xdr_long(x, (u32 *)value); }
struct pair { int first, second; };
int xdr_pair(struct xdr *x, struct pair *p) { return xdr_int(x, &p->first) && xdr_int(x, &p->second); }
int xdr_pair_hand(struct xdr *x, struct pair *p)
{
	u32 *at = x->at;
	at[0] = swapped((u32)p->first);
	at[1] = swapped((u32)p->second);
	x->at = at + 2;
	x->left = 0;
	return 1;
}
struct call { int xid, direction, version, program, procedure; };
static int xdr_vector(struct xdr *x, int *values, int count)
{
	for (int i = 0; i < count; i++)
		if (!xdr_int(x, &values[i]))
			return 0;
	return 1;
}
int marshal(struct xdr *x, struct call *c, int *values, int count)
{
	return xdr_int(x, &c->xid) && xdr_int(x, &c->direction) && xdr_int(x, &c->version) && xdr_int(x, &c->program) &&
	       xdr_int(x, &c->procedure) && xdr_int(x, &count) && xdr_vector(x, values, count);
}
int marshal_hand(struct xdr *x, struct call *c, int *values, int count)
{
	u32 *at = x->at;
	(void)count;
	at[0] = swapped((u32)c->xid), at[1] = swapped((u32)c->direction), at[2] = swapped((u32)c->version);
	at[3] = swapped((u32)c->program), at[4] = swapped((u32)c->procedure), at[5] = swapped(20);
	for (int i = 0; i < 20; i++)
		at[6 + i] = swapped((u32)values[i]);
	x->at = at + 26;
	x->left = 0;
	return 1;
}

/* Packet filters, as libpcap interprets them. */
enum { LD_H, LD_B, LD_W, LDX_MSH, LD_IND, AND, JEQ, JGT, JSET, RET };
struct insn { u16 code; u8 jt, jf; u32 k; };
const struct insn six[] = { { LD_H, .k = 12 }, { JEQ, 0, 3, 0x800 }, { LD_B, .k = 23 }, { JEQ, 0, 1, 17 }, { RET, .k = 96 }, { RET, .k = 0 } };
const struct insn ten[] = { { LD_H, .k = 12 }, { JEQ, 0, 7, 0x800 }, { LD_B, .k = 23 }, { JEQ, 0, 5, 17 }, { LD_H, .k = 20 },
	{ JSET, 3, 0, 0x1fff }, { LDX_MSH, .k = 14 }, { LD_IND, .k = 16 }, { JEQ, 1, 0, 53 }, { RET, .k = 0 }, { RET, .k = 96 } };
const struct insn fifteen[] = { { LD_H, .k = 12 }, { JEQ, 0, 12, 0x800 }, { LD_W, .k = 26 }, { AND, .k = 0xffffff00 },
	{ JEQ, 3, 0, 0x0a000100 }, { LD_W, .k = 30 }, { AND, .k = 0xffffff00 }, { JEQ, 0, 6, 0x0a000100 }, { LD_B, .k = 23 }, { JEQ, 0, 4, 17 },
	{ LD_H, .k = 20 }, { JSET, 2, 0, 0x1fff }, { LD_H, .k = 36 }, { JEQ, 1, 0, 53 }, { RET, .k = 0 }, { RET, .k = 96 } };
u32 filter(const struct insn *pc, const u8 *p, u32 length)
{
	u32 a = 0, x = 0, k;
	for (;; pc++)
		switch (pc->code) {
		case LD_W:
			k = pc->k;
			if (k + 4 > length)
				return 0;
			a = (u32)p[k] << 24 | (u32)p[k + 1] << 16 | (u32)p[k + 2] << 8 | p[k + 3];
			continue;
		case LD_H:
			k = pc->k;
			if (k + 2 > length)
				return 0;
			a = (u32)p[k] << 8 | p[k + 1];
			continue;
		case LD_B:
			k = pc->k;
			if (k >= length)
				return 0;
			a = p[k];
			continue;
		case LDX_MSH:
			k = pc->k;
			if (k >= length)
				return 0;
			x = (p[k] & 15u) << 2;
			continue;
		case LD_IND:
			k = x + pc->k;
			if (k + 2 > length)
				return 0;
			a = (u32)p[k] << 8 | p[k + 1];
			continue;
		case AND:
			a &= pc->k;
			continue;
		case JEQ:
			pc += a == pc->k ? pc->jt : pc->jf;
			continue;
		case JGT:
			pc += a > pc->k ? pc->jt : pc->jf;
			continue;
		case JSET:
			pc += a & pc->k ? pc->jt : pc->jf;
			continue;
		case RET:
			return pc->k;
		default:
			return 0;
		}
}
#define HALF(at) ((u32)p[at] << 8 | p[(at) + 1])
#define WORD(at) (HALF(at) << 16 | HALF((at) + 2))
u32 filter_six_hand(const struct insn *pc, const u8 *p, u32 length)
{
	(void)pc, (void)length;
	return HALF(12) == 0x800 && p[23] == 17 ? 96 : 0;
}
u32 filter_ten_hand(const struct insn *pc, const u8 *p, u32 length)
{
	u32 x;
	(void)pc;
	if (HALF(12) != 0x800 || p[23] != 17 || HALF(20) & 0x1fff)
		return 0;
	x = (p[14] & 15u) << 2;
	return x + 18 <= length && HALF(x + 16) == 53 ? 96 : 0;
}
u32 filter_fifteen_hand(const struct insn *pc, const u8 *p, u32 length)
{
	(void)pc, (void)length;
	if (HALF(12) != 0x800)
		return 0;
	if ((WORD(26) & 0xffffff00) != 0x0a000100 && (WORD(30) & 0xffffff00) != 0x0a000100)
		return 0;
	return p[23] == 17 && !(HALF(20) & 0x1fff) && HALF(36) == 53 ? 96 : 0;
}
