import { factsOfWord } from "../../machine/index.js";

const JUMP = `0x${factsOfWord(4).bytes.jump.toString(16)}`;

/**
 * What makes code in a running kernel, in C: copies templates, fills their holes, joins them by jumps, and makes each piece
 * once for what is known there. It stands once in each unit that has such code.
 */
export const MAKER_TEXT = `#ifndef WEFT_MAKER
#define WEFT_MAKER
/* The kernel's: pages that can be written; made executable and read-only (0: done); given back. */
void *weft_code_pages(unsigned long bytes);
int weft_code_seal(void *pages, unsigned long bytes);
void weft_code_release(void *pages, unsigned long bytes);
typedef unsigned __attribute__((may_alias)) weft_word;
struct weft_patch { unsigned short at; unsigned char kind, hole; unsigned value; };
enum { WEFT_HOLE_VALUE, WEFT_HOLE_DISTANCE, WEFT_VALUE, WEFT_DISTANCE, WEFT_WAY };
struct weft_template { const unsigned *words; unsigned short bytes, patches; const struct weft_patch *patch; };
struct weft_maker {
	unsigned char *code, *at, *end;
	unsigned char *site; /* operand of the jump that leads to what comes next; null: what is before runs into it */
	unsigned char *sites[16];
	unsigned *work, *piece, *waiting;
	unsigned known, limit, pieces, wait, slots, budget, failed, bytes, work_bytes;
};
/* A piece and a way that waits are: where, which block, what is known. */
static int weft_start(struct weft_maker *m, unsigned bytes, unsigned limit, unsigned known)
{
	unsigned slots = 64, size;
	while (slots < 2 * limit)
		slots *= 2;
	size = 2 + known;
	m->bytes = bytes, m->known = known, m->limit = limit;
	m->pieces = m->wait = m->failed = 0, m->slots = slots, m->budget = 100000;
	m->work_bytes = (slots + 2 * limit * size) * 4;
	m->code = weft_code_pages(bytes);
	m->work = m->code ? weft_code_pages(m->work_bytes) : 0;
	if (!m->work) {
		if (m->code)
			weft_code_release(m->code, bytes);
		return 0;
	}
	for (unsigned i = 0; i < slots; i++)
		m->work[i] = 0;
	m->piece = m->work + slots, m->waiting = m->piece + limit * size;
	m->at = m->code, m->end = m->code + bytes, m->site = 0;
	return 1;
}
static void weft_arrive(struct weft_maker *m)
{
	if (m->site)
		*(weft_word *)m->site = (unsigned)m->at - (unsigned)m->site - 4, m->site = 0;
}
/* 0: it is there already, and what was made before leads to it. */
static int weft_begin(struct weft_maker *m, unsigned block, const unsigned *key, unsigned keys)
{
	unsigned hash = block * 0x9e3779b1u, mask = m->slots - 1, *piece, size = 2 + m->known, i;
	for (i = 0; i < keys; i++)
		hash = (hash ^ key[i]) * 0x9e3779b1u;
	for (hash >>= 8;; hash++) {
		unsigned index = m->work[hash & mask];
		if (!index)
			break;
		piece = m->piece + (index - 1) * size;
		if (piece[1] != block)
			continue;
		for (i = 0; i < keys && piece[2 + i] == key[i]; i++)
			;
		if (i < keys)
			continue;
		if (m->site)
			*(weft_word *)m->site = piece[0] - (unsigned)m->site - 4;
		else if (m->end - m->at < 5)
			m->failed = 1;
		else
			*m->at = ${JUMP}, *(weft_word *)(m->at + 1) = piece[0] - (unsigned)m->at - 5, m->at += 5;
		return 0;
	}
	if (m->pieces == m->limit)
		return m->failed = 1, 0;
	m->work[hash & mask] = ++m->pieces;
	piece = m->piece + (m->pieces - 1) * size;
	weft_arrive(m);
	piece[0] = (unsigned)m->at, piece[1] = block;
	for (i = 0; i < keys; i++)
		piece[2 + i] = key[i];
	return 1;
}
static void weft_put(struct weft_maker *m, const struct weft_template *t, const unsigned *holes)
{
	unsigned char *code = m->at;
	const struct weft_patch *patch = t->patch, *last = patch + t->patches;
	unsigned ways = 0;
	if ((unsigned)(m->end - code) < t->bytes + 8u) {
		m->failed = 1;
		return;
	}
	weft_arrive(m);
	for (unsigned i = 0; i * 4 < t->bytes; i++)
		((weft_word *)code)[i] = t->words[i];
	for (; patch < last; patch++) {
		unsigned char *place = code + patch->at;
		unsigned value = patch->value;
		switch (patch->kind) {
		case WEFT_HOLE_VALUE: value += holes[patch->hole]; break;
		case WEFT_HOLE_DISTANCE: value += holes[patch->hole] - (unsigned)place; break;
		case WEFT_DISTANCE: value -= (unsigned)place; break;
		case WEFT_WAY: m->sites[ways++] = place; continue;
		}
		*(weft_word *)place = value;
	}
	m->at = code + t->bytes;
}
static void weft_later(struct weft_maker *m, unsigned char *site, unsigned block, const unsigned *known)
{
	unsigned *way = m->waiting + m->wait * (2 + m->known);
	if (m->wait == m->limit) {
		m->failed = 1;
		return;
	}
	m->wait++;
	way[0] = (unsigned)site, way[1] = block;
	for (unsigned i = 0; i < m->known; i++)
		way[2 + i] = known[i];
}
static int weft_next(struct weft_maker *m, unsigned *block, unsigned *known)
{
	unsigned *way;
	if (!m->wait || m->failed)
		return 0;
	way = m->waiting + --m->wait * (2 + m->known);
	m->site = (unsigned char *)way[0], *block = way[1];
	for (unsigned i = 0; i < m->known; i++)
		known[i] = way[2 + i];
	return 1;
}
static void *weft_finish(struct weft_maker *m)
{
	weft_code_release(m->work, m->work_bytes);
	if (!m->failed && weft_code_seal(m->code, m->bytes) == 0)
		return m->code;
	weft_code_release(m->code, m->bytes);
	return 0;
}
#endif
`;
