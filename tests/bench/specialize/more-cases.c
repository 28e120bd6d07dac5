/*
 * Thirteen more kinds of code, like those of cases.c: each generic, by hand, and made by Weft (more-cases-residual.c).
 * All are `int (u8 *b, int x, const void *what, int n)`: what is known is `what`, `n` or both.
 */
typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;

/* A machine of states by a table: a number with a sign and a fraction. */
enum { START, SIGN, WHOLE, POINT, PART, BAD };
enum { MINUS, DIGIT, DOT, OTHER };
const u8 number_states[][4] = {
	{ SIGN, WHOLE, BAD, BAD }, { BAD, WHOLE, BAD, BAD }, { BAD, WHOLE, POINT, BAD }, { BAD, PART, BAD, BAD }, { BAD, PART, BAD, BAD },
};
int tokens(u8 *b, int x, const void *what, int n)
{
	const u8 (*next)[4] = what;
	int state = START, at = 0;
	for (; b[at] != 0; at++) {
		u8 c = b[at];
		if (c == '-')
			state = next[state][MINUS];
		else if (c >= '0' && c <= '9')
			state = next[state][DIGIT];
		else if (c == '.')
			state = next[state][DOT];
		else
			state = next[state][OTHER];
		if (state == BAD)
			return -1 - at;
	}
	return state == WHOLE || state == PART ? x + at + n : 0;
}
int tokens_hand(u8 *b, int x, const void *what, int n)
{
	int at = 0;
	(void)what;
#define IS_DIGIT (b[at] >= '0' && b[at] <= '9')
	if (b[at] == 0)
		return 0;
	if (b[at] == '-' && b[++at] == 0)
		return 0;
	if (!IS_DIGIT)
		return -1 - at;
	while (IS_DIGIT)
		at++;
	if (b[at] == 0)
		return x + at + n;
	if (b[at] != '.')
		return -1 - at;
	if (b[++at] == 0)
		return 0;
	do {
		if (!IS_DIGIT)
			return -1 - at;
	} while (b[++at] != 0);
	return x + at + n;
}

/* A program's segments, from headers that are known: what to copy, what to clear. */
struct segment { u32 type, from, to, filled, size; };
struct image { u32 count; struct segment segments[4]; };
const struct image program = { 3, { { 1, 0, 32, 4, 4 }, { 6, 0, 0, 9, 9 }, { 1, 4, 40, 2, 6 } } };
int load(u8 *b, int x, const void *what, int n)
{
	const struct image *image = what;
	u32 end = 0;
	for (u32 i = 0; i < image->count; i++) {
		const struct segment *s = &image->segments[i];
		if (s->type != 1)
			continue;
		if (s->filled > s->size || s->to + s->size > 64)
			return -8;
		for (u32 k = 0; k < s->filled; k++)
			b[s->to + k] = b[s->from + k];
		for (u32 k = s->filled; k < s->size; k++)
			b[s->to + k] = 0;
		if (s->to + s->size > end)
			end = s->to + s->size;
	}
	return (int)end + x + n;
}
int load_hand(u8 *b, int x, const void *what, int n)
{
	(void)what;
	b[32] = b[0], b[33] = b[1], b[34] = b[2], b[35] = b[3];
	b[40] = b[4], b[41] = b[5];
	b[42] = b[43] = b[44] = b[45] = 0;
	return 46 + x + n;
}

/* A cipher whose key is known: four rounds of XTEA. */
const u32 key[4] = { 0x00010203, 0x04050607, 0x08090a0b, 0x0c0d0e0f };
int encipher(u8 *b, int x, const void *what, int n)
{
	const u32 *k = what;
	u32 v = (u32)x, w = (u32)b[0] << 8 | b[1], sum = 0;
	for (int round = 0; round < 4; round++) {
		v += ((w << 4 ^ w >> 5) + w) ^ (sum + k[sum & 3]);
		sum += 0x9e3779b9u;
		w += ((v << 4 ^ v >> 5) + v) ^ (sum + k[sum >> 11 & 3]);
	}
	return (int)(v ^ w) + n;
}
int encipher_hand(u8 *b, int x, const void *what, int n)
{
	u32 v = (u32)x, w = (u32)b[0] << 8 | b[1];
	(void)what;
#define DELTA 0x9e3779b9u
#define KEY(i) ((i) == 0 ? 0x00010203u : (i) == 1 ? 0x04050607u : (i) == 2 ? 0x08090a0bu : 0x0c0d0e0fu)
#define XTEA(r) \
	v += ((w << 4 ^ w >> 5) + w) ^ ((r) * DELTA + KEY((r) * DELTA & 3)); \
	w += ((v << 4 ^ v >> 5) + v) ^ (((r) + 1) * DELTA + KEY(((r) + 1) * DELTA >> 11 & 3));
	XTEA(0u) XTEA(1u) XTEA(2u) XTEA(3u)
	return (int)(v ^ w) + n;
}

/* A message by the description of its interface. */
enum { BYTE, SHORT, LONG, BYTES, LAST };
struct part { u8 kind, at, count; };
const struct part request[] = { { LONG, 0, 0 }, { SHORT, 4, 0 }, { BYTE, 6, 0 }, { BYTES, 8, 5 }, { LAST, 0, 0 } };
int message(u8 *b, int x, const void *what, int n)
{
	u8 *to = b + 32;
	for (const struct part *p = what; p->kind != LAST; p++)
		switch (p->kind) {
		case LONG:
			while ((to - b) % 4 != 0)
				*to++ = 0;
			for (int k = 0; k < 4; k++)
				*to++ = b[p->at + 3 - k];
			break;
		case SHORT:
			*to++ = b[p->at + 1];
			*to++ = b[p->at];
			break;
		case BYTE:
			*to++ = b[p->at];
			break;
		default:
			*to++ = p->count;
			for (int k = 0; k < p->count; k++)
				*to++ = b[p->at + k];
		}
	return (int)(to - b) + x + n;
}
int message_hand(u8 *b, int x, const void *what, int n)
{
	u8 *to = b + 32;
	(void)what;
	to[0] = b[3], to[1] = b[2], to[2] = b[1], to[3] = b[0];
	to[4] = b[5], to[5] = b[4], to[6] = b[6], to[7] = 5;
	to[8] = b[8], to[9] = b[9], to[10] = b[10], to[11] = b[11], to[12] = b[12];
	return 45 + x + n;
}

/* Regular expressions by functions that call each other: c, ., c*. */
static int match_here(const char *p, const u8 *s);
static int match_star(char c, const char *p, const u8 *s)
{
	do {
		if (match_here(p, s))
			return 1;
	} while (*s != 0 && (*s++ == (u8)c || c == '.'));
	return 0;
}
static int match_here(const char *p, const u8 *s)
{
	if (p[0] == 0)
		return *s == 0;
	if (p[1] == '*')
		return match_star(p[0], p + 2, s);
	if (*s != 0 && (p[0] == '.' || p[0] == (char)*s))
		return match_here(p + 1, s + 1);
	return 0;
}
const char expression[] = "a*b.";
int regular(u8 *b, int x, const void *what, int n)
{
	return match_here(what, b) ? x : n;
}
int regular_hand(u8 *b, int x, const void *what, int n)
{
	const u8 *s = b;
	(void)what;
	do {
		if (*s == 'b' && s[1] != 0 && s[2] == 0)
			return x;
	} while (*s != 0 && *s++ == 'a');
	return n;
}

/* Fields into a stream of bits. */
const u8 places[] = { 3, 5, 4, 12, 8, 0 };
int put_fields(u8 *b, int x, const void *what, int n)
{
	u32 held = 0, bits = 0;
	u8 *to = b + 32;
	for (const u8 *w = what; *w; w++) {
		u32 value = (u32)x & ((1u << *w) - 1);
		x = (int)((u32)x >> 3);
		held = held << *w | value, bits += *w;
		while (bits >= 8) {
			bits -= 8;
			*to++ = (u8)(held >> bits);
		}
	}
	return (int)(to - b) + n;
}
int put_fields_hand(u8 *b, int x, const void *what, int n)
{
	u32 v = (u32)x, c, d;
	(void)what;
	b[32] = (u8)((v & 7) << 5 | (v >> 3 & 31));
	c = (v >> 6 & 15) << 12 | (v >> 9 & 4095);
	b[33] = (u8)(c >> 8);
	b[34] = (u8)c;
	d = v >> 12;
	b[35] = (u8)d;
	return 36 + n;
}

/* A hash of words of a known length. */
int hash(u8 *b, int x, const void *what, int n)
{
	u32 h = (u32)x;
	(void)what;
	while (n >= 4) {
		h = (h ^ ((u32)b[0] | (u32)b[1] << 8 | (u32)b[2] << 16 | (u32)b[3] << 24)) * 0x85ebca6bu;
		h ^= h >> 13, b += 4, n -= 4;
	}
	switch (n) {
	case 3: h ^= (u32)b[2] << 16; /* fall through */
	case 2: h ^= (u32)b[1] << 8; /* fall through */
	case 1: h = (h ^ b[0]) * 0xc2b2ae35u;
	}
	return (int)(h ^ h >> 16);
}
int hash_hand(u8 *b, int x, const void *what, int n)
{
	u32 h = (u32)x;
	(void)what, (void)n;
#define WORD(at) ((u32)b[at] | (u32)b[at + 1] << 8 | (u32)b[at + 2] << 16 | (u32)b[at + 3] << 24)
	h = (h ^ WORD(0)) * 0x85ebca6bu, h ^= h >> 13;
	h = (h ^ WORD(4)) * 0x85ebca6bu, h ^= h >> 13;
	h ^= (u32)b[9] << 8;
	h = (h ^ b[8]) * 0xc2b2ae35u;
	return (int)(h ^ h >> 16);
}

/* A tree of operations, by a function that calls itself. */
struct tree { char does; int number; const struct tree *left, *right; };
static const struct tree argument = { 'x', 0, 0, 0 }, three = { 'n', 3, 0, 0 }, byte = { 'b', 2, 0, 0 };
static const struct tree product = { '*', 0, &argument, &three }, sum_of = { '+', 0, &product, &byte };
const struct tree whole = { '^', 0, &sum_of, &argument };
static int value_of(const struct tree *t, const u8 *b, int x)
{
	switch (t->does) {
	case 'n': return t->number;
	case 'x': return x;
	case 'b': return b[t->number];
	case '+': return (int)((u32)value_of(t->left, b, x) + (u32)value_of(t->right, b, x));
	case '*': return (int)((u32)value_of(t->left, b, x) * (u32)value_of(t->right, b, x));
	default: return value_of(t->left, b, x) ^ value_of(t->right, b, x);
	}
}
int tree(u8 *b, int x, const void *what, int n)
{
	return value_of(what, b, x) + n;
}
int tree_hand(u8 *b, int x, const void *what, int n)
{
	(void)what;
	return ((int)((u32)x * 3 + b[2]) ^ x) + n;
}

/* A filter of samples with known weights, most of which are nothing. */
const signed char weights[8] = { 0, 3, 0, -1, 0, 0, 1, 0 };
int weigh(u8 *b, int x, const void *what, int n)
{
	const signed char *w = what;
	int sum = x;
	for (int i = 0; i < n; i++)
		if (w[i] != 0)
			sum += w[i] * b[i];
	return sum >> 2;
}
int weigh_hand(u8 *b, int x, const void *what, int n)
{
	(void)what, (void)n;
	return (x + 3 * b[1] - b[3] + b[6]) >> 2;
}

/* Where an address goes, by a table that is known. */
struct route { u32 net; u8 length, to; };
const struct route routes[] = { { 0x0a010000, 16, 3 }, { 0x0a000000, 8, 2 }, { 0xc0a80000, 16, 4 }, { 0, 0, 1 }, { 0, 0, 0 } };
int route(u8 *b, int x, const void *what, int n)
{
	(void)b;
	for (const struct route *r = what; r->to != 0; r++) {
		u32 mask = r->length == 0 ? 0 : ~0u << (32 - r->length);
		if (((u32)x & mask) == r->net)
			return r->to + n;
	}
	return -1;
}
int route_hand(u8 *b, int x, const void *what, int n)
{
	(void)b, (void)what;
	if ((x & 0xffff0000) == 0x0a010000)
		return 3 + n;
	if ((x & 0xff000000) == 0x0a000000)
		return 2 + n;
	return ((x & 0xffff0000) == 0xc0a80000 ? 4 : 1) + n;
}

/* Bytes as text of 64 letters, of a known length. */
const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
int encode(u8 *b, int x, const void *what, int n)
{
	u8 *to = b + 32;
	(void)what;
	for (int i = 0; i < n; i += 3) {
		u32 three_bytes = (u32)b[i] << 16 | (i + 1 < n ? (u32)b[i + 1] << 8 : 0) | (i + 2 < n ? b[i + 2] : 0);
		*to++ = letters[three_bytes >> 18];
		*to++ = letters[three_bytes >> 12 & 63];
		*to++ = i + 1 < n ? letters[three_bytes >> 6 & 63] : '=';
		*to++ = i + 2 < n ? letters[three_bytes & 63] : '=';
	}
	return (int)(to - b) + x;
}
int encode_hand(u8 *b, int x, const void *what, int n)
{
	u32 v = (u32)b[0] << 16 | (u32)b[1] << 8 | b[2];
	(void)what, (void)n;
	b[32] = letters[v >> 18], b[33] = letters[v >> 12 & 63], b[34] = letters[v >> 6 & 63], b[35] = letters[v & 63];
	v = (u32)b[3] << 16;
	b[36] = letters[v >> 18], b[37] = letters[v >> 12 & 63], b[38] = '=', b[39] = '=';
	return 40 + x;
}

/* Who may do what, by a list that is known. */
struct entry { u8 is_allowed, group; u16 rights; };
const struct entry access_list[] = { { 0, 7, 2 }, { 1, 7, 6 }, { 1, 0, 4 }, { 0, 0xff, 0 } };
int may(u8 *b, int x, const void *what, int n)
{
	u32 wanted = (u32)x & 7;
	for (const struct entry *e = what; e->group != 0xff; e++) {
		if (e->group != 0 && e->group != (b[0] & 7))
			continue;
		if (!e->is_allowed && (wanted & e->rights))
			return -13;
		if (e->is_allowed)
			wanted &= ~(u32)e->rights;
		if (wanted == 0)
			return n;
	}
	return -13;
}
int may_hand(u8 *b, int x, const void *what, int n)
{
	u32 wanted = (u32)x & 7;
	(void)what;
	if ((b[0] & 7) == 7) {
		if (wanted & 2)
			return -13;
		if (wanted == 0)
			return n;
		wanted &= 1;
		if (wanted == 0)
			return n;
	}
	return (wanted & 3) == 0 ? n : -13;
}

/* A printf, with what is written where it is called: variable arguments, a format, a loop for each number. */
struct to { u8 *at, *end; int n; };
static void put_char(struct to *to, int c)
{
	if (to->at < to->end)
		*to->at++ = (u8)c;
	to->n++;
}
static void put_number(struct to *to, u32 v, u32 base, int width, int fill)
{
	char digits[12];
	int count = 0;
	do
		digits[count++] = "0123456789abcdef"[v % base];
	while ((v /= base) != 0);
	while (count < width)
		digits[count++] = (char)fill;
	while (count > 0)
		put_char(to, digits[--count]);
}
static int print_list(struct to *to, const char *format, __builtin_va_list list)
{
	for (; *format != 0; format++) {
		int width = 0, fill = ' ';
		if (*format != '%') {
			put_char(to, *format);
			continue;
		}
		if (*++format == '0')
			fill = '0';
		for (; *format >= '0' && *format <= '9'; format++)
			width = width * 10 + *format - '0';
		switch (*format) {
		case 'd': {
			int v = __builtin_va_arg(list, int);
			if (v < 0)
				put_char(to, '-');
			put_number(to, v < 0 ? -(u32)v : (u32)v, 10, width, fill);
			break;
		}
		case 'x': put_number(to, __builtin_va_arg(list, u32), 16, width, fill); break;
		case 'c': put_char(to, __builtin_va_arg(list, int)); break;
		case 's':
			for (const char *s = __builtin_va_arg(list, const char *); *s != 0; s++)
				put_char(to, *s);
			break;
		default: put_char(to, *format);
		}
	}
	return to->n;
}
static int print(struct to *to, const char *format, ...)
{
	__builtin_va_list list;
	__builtin_va_start(list, format);
	int n = print_list(to, format, list);
	__builtin_va_end(list);
	return n;
}
int report(u8 *b, int x, const void *what, int n)
{
	struct to to = { b, b + n, 0 };
	return print(&to, "pid %d: %s %08x%c", x, (const char *)what, (u32)x ^ 0x5a5a5a5au, '\n');
}
static void put_digits(struct to *to, u32 v)
{
	char digits[12];
	int count = 0;
	do
		digits[count++] = (char)('0' + v % 10);
	while ((v /= 10) != 0);
	while (count > 0)
		put_char(to, digits[--count]);
}
int report_hand(u8 *b, int x, const void *what, int n)
{
	struct to to = { b, b + n, 0 };
	u32 flags = (u32)x ^ 0x5a5a5a5au;
	put_char(&to, 'p'), put_char(&to, 'i'), put_char(&to, 'd'), put_char(&to, ' ');
	if (x < 0)
		put_char(&to, '-');
	put_digits(&to, x < 0 ? -(u32)x : (u32)x);
	put_char(&to, ':'), put_char(&to, ' ');
	for (const char *s = what; *s != 0; s++)
		put_char(&to, *s);
	put_char(&to, ' ');
	for (int shift = 28; shift >= 0; shift -= 4)
		put_char(&to, "0123456789abcdef"[flags >> shift & 15]);
	put_char(&to, '\n');
	return to.n;
}
const char process_name[] = "init";
