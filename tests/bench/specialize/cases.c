/*
 * Further kinds of code, each generic, by hand, made by Weft (residual-cases.c) and left to the compiler with the same facts.
 * All are `int (u8 *b, int x, const void *what, int n)`: what is known is `what`, `n` or both.
 */
typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;

/* A formatter. */
const char line_format[] = "d:x;\n";
int format(u8 *b, int x, const void *what, int n)
{
	const char *f = what;
	u8 *at = b;
	for (; *f; f++)
		switch (*f) {
		case 'd': {
			u32 rest = (u32)x % 1000;
			*at++ = '0' + rest / 100;
			*at++ = '0' + rest / 10 % 10;
			*at++ = '0' + rest % 10;
			break;
		}
		case 'x':
			for (int shift = 28; shift >= 0; shift -= 4)
				*at++ = "0123456789abcdef"[(u32)x >> shift & 15];
			break;
		default:
			*at++ = *f;
		}
	return (int)(at - b) + n;
}
int format_hand(u8 *b, int x, const void *what, int n)
{
	u32 rest = (u32)x % 1000;
	(void)what;
	b[0] = '0' + rest / 100;
	b[1] = '0' + rest / 10 % 10;
	b[2] = '0' + rest % 10;
	b[3] = ':';
	for (int k = 0; k < 8; k++)
		b[4 + k] = "0123456789abcdef"[(u32)x >> (28 - 4 * k) & 15];
	b[12] = ';';
	b[13] = '\n';
	return 14 + n;
}

/* A matcher of patterns: ? one, # a digit. */
const char name_pattern[] = "a?#b";
int match(u8 *b, int x, const void *what, int n)
{
	const char *p = what;
	const u8 *s = b;
	for (; *p; p++, s++) {
		if (*p == '?') {
			if (*s == 0)
				return 0;
		} else if (*p == '#') {
			if (*s < '0' || *s > '9')
				return 0;
		} else if (*s != *p)
			return 0;
	}
	return *s == 0 ? x + n : 0;
}
int match_hand(u8 *b, int x, const void *what, int n)
{
	(void)what;
	return b[0] == 'a' && b[1] != 0 && b[2] >= '0' && b[2] <= '9' && b[3] == 'b' && b[4] == 0 ? x + n : 0;
}

/* Byte code of a machine with a stack, in a switch; of one with registers, by a table of functions. */
enum { PUSH, ARG, ADD, MUL, XOR, END };
const u8 expression[] = { ARG, PUSH, 7, MUL, ARG, ADD, PUSH, 13, XOR, END };
int stack_machine(u8 *b, int x, const void *what, int n)
{
	const u8 *pc = what;
	int stack[8], top = 0;
	(void)b;
	for (;;)
		switch (*pc++) {
		case PUSH: stack[top++] = *pc++; break;
		case ARG: stack[top++] = x; break;
		case ADD: top--; stack[top - 1] += stack[top]; break;
		case MUL: top--; stack[top - 1] = (int)((u32)stack[top - 1] * (u32)stack[top]); break;
		case XOR: top--; stack[top - 1] ^= stack[top]; break;
		default: return stack[0] + n;
		}
}
int stack_machine_hand(u8 *b, int x, const void *what, int n)
{
	(void)b, (void)what;
	return ((int)((u32)x * 7) + x ^ 13) + n;
}

struct step { int (*does)(int, int); int with; };
static int add_it(int a, int k) { return a + k; }
static int xor_it(int a, int k) { return a ^ k; }
static int turn_it(int a, int k) { return (int)((u32)a << k | (u32)a >> (32 - k)); }
const struct step steps[] = { { add_it, 5 }, { xor_it, 0x55 }, { turn_it, 3 }, { add_it, -9 }, { 0, 0 } };
int threaded(u8 *b, int x, const void *what, int n)
{
	const struct step *s;
	(void)b;
	for (s = what; s->does; s++)
		x = s->does(x, s->with);
	return x + n;
}
int threaded_hand(u8 *b, int x, const void *what, int n)
{
	(void)b, (void)what;
	x = x + 5 ^ 0x55;
	return (int)((u32)x << 3 | (u32)x >> 29) - 9 + n;
}

/* A checksum of a known length, a remainder of known polynomial. */
int checksum(u8 *b, int x, const void *what, int n)
{
	u32 sum = (u32)x;
	(void)what;
	for (int i = 0; i + 1 < n; i += 2)
		sum += (u32)b[i] << 8 | b[i + 1];
	if (n & 1)
		sum += (u32)b[n - 1] << 8;
	while (sum >> 16)
		sum = (sum & 0xffff) + (sum >> 16);
	return (int)(~sum & 0xffff);
}
int checksum_hand(u8 *b, int x, const void *what, int n)
{
	u32 sum = (u32)x;
	(void)what, (void)n;
#define PAIR(at) ((u32)b[at] << 8 | b[(at) + 1])
	sum += PAIR(0) + PAIR(2) + PAIR(4) + PAIR(6) + PAIR(8) + PAIR(10) + PAIR(12) + PAIR(14) + PAIR(16) + PAIR(18);
	while (sum >> 16)
		sum = (sum & 0xffff) + (sum >> 16);
	return (int)(~sum & 0xffff);
}
int remainder_of(u8 *b, int x, const void *what, int n)
{
	u32 r = (u32)x & 0xff;
	(void)what, (void)b;
	for (int i = 0; i < 8; i++)
		r = r & 0x80 ? r << 1 ^ (u32)n : r << 1;
	return (int)(r & 0xff);
}
int remainder_of_hand(u8 *b, int x, const void *what, int n)
{
	u32 r = (u32)x & 0xff;
	(void)what, (void)b, (void)n;
#define ROUND r = r & 0x80 ? r << 1 ^ 0x31 : r << 1;
	ROUND ROUND ROUND ROUND ROUND ROUND ROUND ROUND
	return (int)(r & 0xff);
}

/* Files by their operations. */
struct file_ops { int (*check)(u8 *, int); int (*read)(u8 *, int); int block; };
static int check_memory(u8 *b, int at) { return at >= 0 && at < 32 ? 0 : -5 + (b[0] & 0); }
static int read_memory(u8 *b, int at) { return b[at]; }
const struct file_ops memory_file = { check_memory, read_memory, 4 };
int read_file(u8 *b, int x, const void *what, int n)
{
	const struct file_ops *ops = what;
	int sum = 0, at = (x & 31) / ops->block * ops->block;
	for (int i = 0; i < n; i++) {
		int error = ops->check ? ops->check(b, at + i) : 0;
		if (error)
			return error;
		sum += ops->read(b, at + i);
	}
	return sum;
}
int read_file_hand(u8 *b, int x, const void *what, int n)
{
	int at = (x & 31) / 4 * 4;
	(void)what, (void)n;
	return b[at] + b[at + 1] + b[at + 2] + b[at + 3];
}

/* A device from its descriptor. */
struct setting { u8 at, mask, value; };
const struct setting serial_line[] = { { 3, 0xff, 0x80 }, { 0, 0xff, 3 }, { 1, 0xff, 0 }, { 3, 0x7f, 3 }, { 2, 0xc7, 0xc7 }, { 0xff, 0, 0 } };
int set_up(u8 *b, int x, const void *what, int n)
{
	const struct setting *s = what;
	for (; s->at != 0xff; s++) {
		u8 old = s->mask == 0xff ? 0 : b[s->at] & (u8)~s->mask;
		b[s->at] = old | (s->value & s->mask);
	}
	return x + n;
}
int set_up_hand(u8 *b, int x, const void *what, int n)
{
	(void)what;
	b[0] = 3;
	b[1] = 0;
	b[3] = 0x80 | 3;
	b[2] = (b[2] & 0x38) | 0xc7;
	return x + n;
}

/* Sorting by a known comparison. */
static int larger(int a, int b) { return a > b; }
int sort(u8 *b, int x, const void *what, int n)
{
	int (*before)(int, int) = (int (*)(int, int))what;
	for (int i = 1; i < n; i++)
		for (int k = i; k > 0 && before(b[k - 1], b[k]); k--) {
			u8 t = b[k];
			b[k] = b[k - 1];
			b[k - 1] = t;
		}
	return b[0] + x;
}
int sort_hand(u8 *b, int x, const void *what, int n)
{
	(void)what, (void)n;
#define ORDER(k) if (b[k - 1] > b[k]) { u8 t = b[k]; b[k] = b[k - 1]; b[k - 1] = t;
	ORDER(1) }
	ORDER(2) ORDER(1) } }
	ORDER(3) ORDER(2) ORDER(1) } } }
	return b[0] + x;
}

/* Fields of a stream of bits. */
const u8 widths[] = { 4, 4, 3, 13, 8, 0 };
int fields(u8 *b, int x, const void *what, int n)
{
	const u8 *w = what;
	u32 sum = (u32)x, bit = 0;
	for (; *w; w++) {
		u32 value = 0;
		for (u32 left = *w; left > 0;) {
			u32 room = 8 - (bit & 7), take = left < room ? left : room;
			value = value << take | (b[bit >> 3] >> (room - take) & ((1u << take) - 1));
			bit += take, left -= take;
		}
		sum = sum * 5 + value;
	}
	return (int)sum + n;
}
int fields_hand(u8 *b, int x, const void *what, int n)
{
	u32 sum = (u32)x;
	(void)what;
	sum = sum * 5 + (b[0] >> 4);
	sum = sum * 5 + (b[0] & 15);
	sum = sum * 5 + (b[1] >> 5);
	sum = sum * 5 + ((b[1] & 31u) << 8 | b[2]);
	sum = sum * 5 + b[3];
	return (int)sum + n;
}

/* Strings of a known length. */
int compare(u8 *b, int x, const void *what, int n)
{
	const u8 *other = what;
	for (int i = 0; i < n; i++)
		if (b[i] != other[i])
			return b[i] < other[i] ? -1 : 1;
	return x;
}
const u8 magic[] = { 0x7f, 'E', 'L', 'F' };
int compare_hand(u8 *b, int x, const void *what, int n)
{
	(void)what, (void)n;
	if (b[0] != 0x7f)
		return b[0] < 0x7f ? -1 : 1;
	if (b[1] != 'E')
		return b[1] < 'E' ? -1 : 1;
	if (b[2] != 'L')
		return b[2] < 'L' ? -1 : 1;
	if (b[3] != 'F')
		return b[3] < 'F' ? -1 : 1;
	return x;
}

/* A scheduler with known priorities. */
struct class { u32 mask; int quantum; };
const struct class classes[] = { { 0xf0000000, 1 }, { 0x00ff0000, 4 }, { 0x0000ffff, 16 }, { 0, 0 } };
int schedule(u8 *b, int x, const void *what, int n)
{
	const struct class *c = what;
	(void)b;
	for (; c->mask; c++)
		if ((u32)x & c->mask)
			return c->quantum * n;
	return 0;
}
int schedule_hand(u8 *b, int x, const void *what, int n)
{
	(void)b, (void)what;
	if (x & 0xf0000000)
		return n;
	if (x & 0x00ff0000)
		return 4 * n;
	return x & 0xffff ? 16 * n : 0;
}
