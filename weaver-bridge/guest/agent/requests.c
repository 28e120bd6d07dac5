// SPDX-License-Identifier: GPL-2.0
/* Requests of the host, and what is answered. */
#include <linux/ktime.h>
#include <linux/miscdevice.h>
#include <linux/random.h>
#include <linux/slab.h>
#include <linux/utsname.h>
#include <linux/vmalloc.h>
#include "agent.h"

#define PROTOCOL 1

struct weft_kernel kernel;
struct weft_offsets offset;
void *area;
size_t area_size;
/* What takes out the hooks that are woven; it owns its request. */
static struct change *woven;
static bool area_used;
/* Tells this module, in this run of the kernel, from every other one. */
static u8 instance[16];

u32 take(struct cursor *from)
{
	u32 word = 0;

	if (from->end - from->at < 4) {
		from->bad = true;
		return 0;
	}
	memcpy(&word, from->at, 4);
	from->at += 4;
	return word;
}

static u8 *take_bytes(struct cursor *from, u32 size)
{
	u8 *bytes = from->at;

	if (from->end - from->at < size) {
		from->bad = true;
		return NULL;
	}
	from->at += size;
	return bytes;
}

static bool put(struct reply *to, const void *bytes, size_t size)
{
	if (to->room - to->size < size)
		return false;
	memcpy(to->bytes + to->size, bytes, size);
	to->size += size;
	return true;
}

void put_word(struct reply *to, u32 word)
{
	put(to, &word, 4);
}

bool in_area(u32 at, u32 size)
{
	u32 start = (u32)area;

	return area && at >= start && size <= area_size && at - start <= area_size - size;
}

static enum status hello(struct reply *to)
{
	static const char known[] = "misc_register";

	put_word(to, PROTOCOL);
	put(to, instance, sizeof instance);
	put_word(to, num_online_cpus());
	put_word(to, (u32)&misc_register);
	put(to, known, sizeof known);
	put(to, init_uts_ns.name.release, strlen(init_uts_ns.name.release) + 1);
	put(to, init_uts_ns.name.version, strlen(init_uts_ns.name.version) + 1);
	return IS_FINE;
}

static enum status make_area(struct cursor *from, struct reply *to)
{
	u32 text_poke = take(from), text_mutex = take(from), set_memory_x = take(from), idle_task = take(from);
	u32 places[6];
	size_t size;

	for (size = 0; size < ARRAY_SIZE(places); size++)
		places[size] = take(from);
	if (from->bad || text_poke < PAGE_OFFSET || text_mutex < PAGE_OFFSET)
		return IS_BAD;
	kernel.text_poke = (void *)text_poke;
	kernel.text_mutex = (void *)text_mutex;
	kernel.set_memory_x = (void *)set_memory_x;
	kernel.idle_task = (void *)idle_task;
	offset.tasks = places[0] ?: offsetof(struct task_struct, tasks);
	offset.thread_node = places[1] ?: offsetof(struct task_struct, thread_node);
	offset.thread_head = places[2] ?: offsetof(struct signal_struct, thread_head);
	offset.signal = places[3] ?: offsetof(struct task_struct, signal);
	offset.stack = places[4] ?: offsetof(struct task_struct, stack);
	offset.stack_pointer = places[5] ?: offsetof(struct task_struct, thread.sp);
	for (size = 1 << 20; !area && size >= 1 << 16; size /= 2) {
		area = alloc_pages_exact(size, GFP_KERNEL | __GFP_ZERO | __GFP_NOWARN);
		area_size = area ? size : 0;
		if (area && kernel.set_memory_x)
			kernel.set_memory_x((unsigned long)area, size / PAGE_SIZE);
	}
	if (!area)
		return IS_FULL;
	put_word(to, (u32)area);
	put_word(to, area_size);
	put_word(to, __pa(area));
	return IS_FINE;
}

static enum status read_pieces(struct cursor *from, struct reply *to)
{
	while (from->at < from->end) {
		u32 at = take(from), size = take(from);

		if (from->bad || size > to->room - to->size)
			return IS_BAD;
		if (copy_from_kernel_nofault(to->bytes + to->size, (void *)at, size)) {
			to->size = 0;
			put_word(to, at);
			return IS_FAULT;
		}
		to->size += size;
	}
	return IS_FINE;
}

static enum status write_piece(struct cursor *from)
{
	u32 at = take(from), size = from->end - from->at;

	if (from->bad || !in_area(at, size))
		return IS_BAD;
	area_used = true;
	memcpy((void *)at, from->at, size);
	return IS_FINE;
}

static enum status tables(struct reply *to)
{
	put_word(to, table_of_interrupts());
	return IS_FINE;
}

static void *items(struct cursor *from, u32 count, size_t size)
{
	/* Each takes at least eight bytes of the request. */
	if (from->bad || count > MOST / 8)
		from->bad = true;
	return from->bad ? NULL : kvcalloc(max_t(u32, count, 1), size, GFP_KERNEL);
}

typedef void take_one(struct cursor *from, void *item, const void *before);

/* A count, then the items; `take` gets the one before each, NULL for the first. */
static void *take_list(struct cursor *from, u32 *count, size_t size, take_one *take_item)
{
	char *list;
	u32 i;

	*count = take(from);
	list = items(from, *count, size);
	for (i = 0; list && i < *count && !from->bad; i++)
		take_item(from, list + i * size, i > 0 ? list + (i - 1) * size : NULL);
	return list;
}

static void take_piece(struct cursor *from, void *item, const void *before)
{
	struct piece *piece = item;

	piece->at = take(from);
	piece->size = take(from);
	piece->bytes = take_bytes(from, piece->size);
}

static void take_returns(struct cursor *from, void *item, const void *before)
{
	struct returns *returns = item;

	returns->nodes = take(from);
	returns->count = take(from);
	returns->second = take(from);
	from->bad |= returns->count > MOST / 8;
}

static void take_range(struct cursor *from, void *item, const void *before)
{
	struct kept_free *range = item;
	const struct kept_free *last = before;

	range->start = take(from);
	range->end = take(from);
	from->bad |= last && range->start < last->start;
}

static void take_undo(struct cursor *from, void *item, const void *before)
{
	struct undo *undo = item;

	undo->at = take(from);
	undo->size = take(from);
	undo->woven = take_bytes(from, undo->size);
	undo->original = take_bytes(from, undo->size);
	from->bad |= undo->size > LARGEST_PIECE;
}

static void free_change(struct change *c)
{
	if (!c)
		return;
	kvfree(c->expected);
	kvfree(c->writes);
	kvfree(c->leave);
	kvfree(c->returns);
	kvfree(c->undo);
	kvfree(c->undo_returns);
	kvfree(c->busy);
	kvfree(c->request);
	kvfree(c);
}

static bool take_change(struct cursor *from, struct change *c)
{
	u32 i;

	c->expected = take_list(from, &c->expected_count, sizeof *c->expected, take_piece);
	c->leave = take_list(from, &c->leave_count, sizeof *c->leave, take_range);
	c->writes = take_list(from, &c->write_count, sizeof *c->writes, take_piece);
	c->returns = take_list(from, &c->returns_count, sizeof *c->returns, take_returns);
	c->undo = take_list(from, &c->undo_count, sizeof *c->undo, take_undo);
	c->undo_returns = take_list(from, &c->undo_returns_count, sizeof *c->undo_returns, take_returns);
	c->busy = items(from, c->leave_count, sizeof *c->busy);
	if (from->bad || from->at != from->end)
		return false;
	if (!c->expected || !c->leave || !c->writes || !c->returns || !c->undo || !c->undo_returns || !c->busy)
		return false;
	for (i = 0; i < c->write_count; i++)
		if (!in_area(c->writes[i].at, c->writes[i].size) &&
		    (c->writes[i].size > LARGEST_PIECE || !readable(c->writes[i].at, c->writes[i].size)))
			return false;
	return true;
}

/* Takes the request. */
static enum status make_change(struct cursor *from, struct reply *to, void *request)
{
	struct change *c = kvzalloc(sizeof *c, GFP_KERNEL);
	enum status status = IS_BAD;
	u64 started;
	u32 i;

	if (!c) {
		kvfree(request);
		return IS_FULL;
	}
	c->request = request;
	if (kernel.text_poke && take_change(from, c)) {
		started = ktime_get_ns();
		make_stopped(c);
		status = c->status;
		put_word(to, min_t(u64, ktime_get_ns() - started, U32_MAX));
	}
	if (status == IS_OTHER)
		put_word(to, c->differing);
	for (i = 0; status == IS_BUSY && i < c->leave_count; i++)
		if (c->busy[i])
			put_word(to, i);
	if (status != IS_FINE) {
		free_change(c);
		return status;
	}
	area_used = true;
	free_change(woven);
	woven = c;
	return IS_FINE;
}

enum status answer(u32 op, struct cursor *from, struct reply *to, void *request, bool *took)
{
	switch (op) {
	case DO_HELLO:
		return hello(to);
	case DO_AREA:
		return make_area(from, to);
	case DO_READ:
		return read_pieces(from, to);
	case DO_WRITE:
		return write_piece(from);
	case DO_TABLES:
		return tables(to);
	case DO_CHANGE:
		*took = true;
		return make_change(from, to, request);
	}
	return IS_BAD;
}

size_t room_for(u32 op, struct cursor from, size_t size)
{
	size_t all = 4096;

	if (op == DO_CHANGE)
		return all + size;
	while (op == DO_READ && from.end - from.at >= 8) {
		take(&from);
		all += min_t(u32, take(&from), MOST);
	}
	return min_t(size_t, all, MOST);
}

void begin_requests(void)
{
	get_random_bytes(instance, sizeof instance);
}

/* Hooks are taken out; a thread may still be in what was put to the area. */
void end_requests(void)
{
	if (woven)
		undo_stopped(woven);
	free_change(woven);
	if (area && !area_used)
		free_pages_exact(area, area_size);
}
