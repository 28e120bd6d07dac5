// SPDX-License-Identifier: GPL-2.0
/*
 * Weft's hands in a Linux guest without a debug stub: reads memory, keeps an area for advice, and changes the kernel's
 * text by its own text patching while all processors stand. What is changed, the host says; this says whether nobody stands
 * in it. A request is written to the device, its answer is read from it. Unloaded under hooks, it takes them out.
 */
#include <linux/cpumask.h>
#include <linux/fs.h>
#include <linux/init.h>
#include <linux/ktime.h>
#include <linux/miscdevice.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/random.h>
#include <linux/sched/signal.h>
#include <linux/slab.h>
#include <linux/stop_machine.h>
#include <linux/string.h>
#include <linux/uaccess.h>
#include <linux/utsname.h>
#include <linux/vmalloc.h>
#include <asm/desc.h>
#include <asm/sync_core.h>

#ifndef CONFIG_X86_32
#error "Weft weaves into i386 kernels"
#endif

MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("Live weaving by Weft");

#define PROTOCOL 1
#define MOST (4 << 20)
#define LARGEST_PIECE 2048

enum op { DO_HELLO = 1, DO_AREA, DO_READ, DO_WRITE, DO_TABLES, DO_CHANGE };
enum status { IS_FINE, IS_OTHER, IS_BUSY, IS_BAD, IS_FAULT, IS_FULL };

struct cursor {
	u8 *at, *end;
	bool bad;
};

struct reply {
	u8 *bytes;
	size_t size, room, taken;
};

/* Places in a request: nothing is copied. */
struct piece {
	u32 at, size;
	u8 *bytes;
};

struct kept_free {
	u32 start, end;
};

struct returns {
	u32 nodes, count, second;
};

struct undo {
	u32 at, size;
	u8 *woven, *original;
};

struct change {
	u32 expected_count, leave_count, write_count, returns_count, undo_count, undo_returns_count;
	struct piece *expected, *writes;
	struct kept_free *leave;
	struct returns *returns, *undo_returns;
	struct undo *undo;
	bool *busy;
	u32 busy_count;
	enum status status;
	u32 differing;
	void *request;
	atomic_t arrived;
	bool done;
	struct task_struct *on[NR_CPUS];
	unsigned long stack[NR_CPUS];
};

static DEFINE_MUTEX(weft_lock);
static u8 instance[16];
static void *area;
static size_t area_size;
static bool area_used;
/* What takes out the hooks that are woven; it owns its request. */
static struct change *woven;

/* Not exported: the host knows where they are. */
static struct {
	void *(*text_poke)(void *at, const void *bytes, size_t size);
	struct mutex *text_mutex;
	int (*set_memory_x)(unsigned long at, int pages);
	struct task_struct *(*idle_task)(int cpu);
} kernel;

/* Where members are in the kernel that runs: aspects may have added some since its headers were written. */
static struct {
	u32 tasks, thread_node, thread_head, signal, stack, stack_pointer;
} offset;

static u32 take(struct cursor *from)
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

static void put_word(struct reply *to, u32 word)
{
	put(to, &word, 4);
}

static bool in_area(u32 at, u32 size)
{
	u32 start = (u32)area;

	return area && at >= start && size <= area_size && at - start <= area_size - size;
}

static bool readable(u32 at, u32 size)
{
	u8 bytes[64];
	u32 done, length;

	for (done = 0; done < size; done += length) {
		length = min_t(u32, size - done, sizeof bytes);
		if (copy_from_kernel_nofault(bytes, (void *)(at + done), length))
			return false;
	}
	return true;
}

static bool stands_there(u32 at, const u8 *bytes, u32 size)
{
	u8 there[64];
	u32 done, length;

	for (done = 0; done < size; done += length) {
		length = min_t(u32, size - done, sizeof there);
		if (copy_from_kernel_nofault(there, (void *)(at + done), length) || memcmp(there, bytes + done, length))
			return false;
	}
	return true;
}

static void write_bytes(u32 at, const u8 *bytes, u32 size)
{
	if (in_area(at, size))
		memcpy((void *)at, bytes, size);
	else
		kernel.text_poke((void *)at, bytes, size);
}

/* ---- While all processors stand ---- */

static void note_word(struct change *c, u32 word)
{
	u32 low = 0, high = c->leave_count;

	while (low < high) {
		u32 middle = (low + high) / 2;

		if (c->leave[middle].start <= word)
			low = middle + 1;
		else
			high = middle;
	}
	if (low == 0 || word >= c->leave[low - 1].end || c->busy[low - 1])
		return;
	c->busy[low - 1] = true;
	c->busy_count++;
}

#define MEMBER(type, object, place) (*(type *)((u8 *)(object) + (place)))

/* Where an interrupted thread goes on stands on its stack, and where it returns to. */
static void scan_task(struct change *c, void *task)
{
	unsigned long start = MEMBER(unsigned long, task, offset.stack);
	unsigned long at = MEMBER(unsigned long, task, offset.stack_pointer);
	int cpu;

	if (!start)
		return;
	for_each_online_cpu(cpu)
		if (c->on[cpu] == task)
			at = c->stack[cpu];
	if (at < start || at >= start + THREAD_SIZE)
		at = start;
	for (at = ALIGN(at, 4); at < start + THREAD_SIZE; at += 4)
		note_word(c, *(u32 *)at);
}

static void scan_process(struct change *c, void *process)
{
	struct list_head *head = (void *)(MEMBER(u8 *, process, offset.signal) + offset.thread_head), *node;

	for (node = head->next; node != head; node = node->next)
		scan_task(c, (u8 *)node - offset.thread_node);
}

static void scan_stacks(struct change *c)
{
	struct list_head *head = &MEMBER(struct list_head, &init_task, offset.tasks), *node;
	int cpu;

	scan_task(c, &init_task);
	for (node = head->next; node != head; node = node->next)
		scan_process(c, (u8 *)node - offset.tasks);
	if (!kernel.idle_task)
		return;
	for_each_online_cpu(cpu)
		scan_task(c, kernel.idle_task(cpu));
}

/* Functions that are running return to where they were called from. */
static void give_back(const struct returns *list, u32 count)
{
	u32 i, j;

	for (i = 0; i < count; i++)
		for (j = 0; j < list[i].count; j++) {
			u32 node[2], there;

			if (copy_from_kernel_nofault(node, (void *)(list[i].nodes + 8 * j), 8) || !node[0] || !node[1])
				continue;
			if (copy_from_kernel_nofault(&there, (void *)node[0], 4) || there != list[i].second)
				continue;
			*(u32 *)node[0] = node[1];
		}
}

static void carry_out(struct change *c)
{
	u32 i;

	for (i = 0; i < c->expected_count; i++)
		if (!stands_there(c->expected[i].at, c->expected[i].bytes, c->expected[i].size)) {
			c->status = IS_OTHER;
			c->differing = i;
			return;
		}
	if (c->leave_count)
		scan_stacks(c);
	if (c->busy_count) {
		c->status = IS_BUSY;
		return;
	}
	for (i = 0; i < c->write_count; i++)
		write_bytes(c->writes[i].at, c->writes[i].bytes, c->writes[i].size);
	give_back(c->returns, c->returns_count);
}

static void take_out(struct change *c)
{
	u32 i;

	for (i = 0; i < c->undo_count; i++)
		if (stands_there(c->undo[i].at, c->undo[i].woven, c->undo[i].size))
			write_bytes(c->undo[i].at, c->undo[i].original, c->undo[i].size);
	give_back(c->undo_returns, c->undo_returns_count);
}

static int all_stand(struct change *c, void (*work)(struct change *))
{
	int cpu = smp_processor_id();

	c->on[cpu] = current;
	c->stack[cpu] = current_stack_pointer;
	if (atomic_inc_return(&c->arrived) == num_online_cpus()) {
		work(c);
		smp_store_release(&c->done, true);
	} else {
		while (!smp_load_acquire(&c->done))
			cpu_relax();
	}
	sync_core();
	return 0;
}

static int stand_for_change(void *data)
{
	return all_stand(data, carry_out);
}

static int stand_for_undo(void *data)
{
	return all_stand(data, take_out);
}

/* The kernel's own lock of its text is held, so that nothing else patches it meanwhile. */
static void stop_for(struct change *c, int (*stand)(void *))
{
	atomic_set(&c->arrived, 0);
	c->done = false;
	mutex_lock(kernel.text_mutex);
	stop_machine(stand, c, cpu_online_mask);
	mutex_unlock(kernel.text_mutex);
}

/* ---- Requests ---- */

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
	struct desc_ptr table;

	store_idt(&table);
	put_word(to, table.address);
	return IS_FINE;
}

static void *items(struct cursor *from, u32 count, size_t size)
{
	/* Each takes at least eight bytes of the request. */
	if (from->bad || count > MOST / 8)
		from->bad = true;
	return from->bad ? NULL : kvcalloc(max_t(u32, count, 1), size, GFP_KERNEL);
}

static struct piece *take_pieces(struct cursor *from, u32 *count)
{
	struct piece *list;
	u32 i;

	*count = take(from);
	list = items(from, *count, sizeof *list);
	for (i = 0; list && i < *count && !from->bad; i++) {
		list[i].at = take(from);
		list[i].size = take(from);
		list[i].bytes = take_bytes(from, list[i].size);
	}
	return list;
}

static struct returns *take_returns(struct cursor *from, u32 *count)
{
	struct returns *list;
	u32 i;

	*count = take(from);
	list = items(from, *count, sizeof *list);
	for (i = 0; list && i < *count && !from->bad; i++) {
		list[i].nodes = take(from);
		list[i].count = take(from);
		list[i].second = take(from);
		from->bad |= list[i].count > MOST / 8;
	}
	return list;
}

static struct kept_free *take_ranges(struct cursor *from, u32 *count)
{
	struct kept_free *list;
	u32 i;

	*count = take(from);
	list = items(from, *count, sizeof *list);
	for (i = 0; list && i < *count && !from->bad; i++) {
		list[i].start = take(from);
		list[i].end = take(from);
		from->bad |= i > 0 && list[i].start < list[i - 1].start;
	}
	return list;
}

static struct undo *take_undo(struct cursor *from, u32 *count)
{
	struct undo *list;
	u32 i;

	*count = take(from);
	list = items(from, *count, sizeof *list);
	for (i = 0; list && i < *count && !from->bad; i++) {
		list[i].at = take(from);
		list[i].size = take(from);
		list[i].woven = take_bytes(from, list[i].size);
		list[i].original = take_bytes(from, list[i].size);
		from->bad |= list[i].size > LARGEST_PIECE;
	}
	return list;
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

	c->expected = take_pieces(from, &c->expected_count);
	c->leave = take_ranges(from, &c->leave_count);
	c->writes = take_pieces(from, &c->write_count);
	c->returns = take_returns(from, &c->returns_count);
	c->undo = take_undo(from, &c->undo_count);
	c->undo_returns = take_returns(from, &c->undo_returns_count);
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
		stop_for(c, stand_for_change);
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

static enum status answer(u32 op, struct cursor *from, struct reply *to, void *request, bool *took)
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

/* ---- The device ---- */

static size_t room_for(u32 op, struct cursor from, size_t size)
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

static ssize_t device_write(struct file *file, const char __user *from, size_t size, loff_t *offset)
{
	struct reply *to = file->private_data;
	struct cursor cursor;
	bool took = false;
	u32 id, op, status;
	u8 *request;

	if (size < 8 || size > MOST)
		return -EINVAL;
	request = vmemdup_user(from, size);
	if (IS_ERR(request))
		return PTR_ERR(request);
	cursor = (struct cursor){ request, request + size };
	id = take(&cursor);
	op = take(&cursor);
	mutex_lock(&weft_lock);
	kvfree(to->bytes);
	*to = (struct reply){ .room = room_for(op, cursor, size) };
	to->bytes = kvmalloc(to->room, GFP_KERNEL);
	if (!to->bytes) {
		mutex_unlock(&weft_lock);
		kvfree(request);
		return -ENOMEM;
	}
	put_word(to, id);
	put_word(to, 0);
	{
		/* What is answered stands behind number and status. */
		struct reply rest = { to->bytes + 8, 0, to->room - 8, 0 };

		status = answer(op, &cursor, &rest, request, &took);
		to->size += rest.size;
	}
	memcpy(to->bytes + 4, &status, 4);
	mutex_unlock(&weft_lock);
	if (!took)
		kvfree(request);
	return size;
}

static ssize_t device_read(struct file *file, char __user *to, size_t size, loff_t *offset)
{
	struct reply *from = file->private_data;
	size_t length;

	mutex_lock(&weft_lock);
	length = min(size, from->size - from->taken);
	if (copy_to_user(to, from->bytes + from->taken, length))
		length = 0;
	from->taken += length;
	mutex_unlock(&weft_lock);
	return length;
}

static int device_open(struct inode *inode, struct file *file)
{
	file->private_data = kzalloc(sizeof(struct reply), GFP_KERNEL);
	return file->private_data ? 0 : -ENOMEM;
}

static int device_release(struct inode *inode, struct file *file)
{
	struct reply *reply = file->private_data;

	kvfree(reply->bytes);
	kfree(reply);
	return 0;
}

static const struct file_operations operations = {
	.owner = THIS_MODULE,
	.open = device_open,
	.release = device_release,
	.read = device_read,
	.write = device_write,
	.llseek = no_llseek,
};

static struct miscdevice device = {
	.minor = MISC_DYNAMIC_MINOR,
	.name = "weft-agent",
	.fops = &operations,
	.mode = 0600,
};

static int __init weft_begin(void)
{
	get_random_bytes(instance, sizeof instance);
	return misc_register(&device);
}

static void __exit weft_end(void)
{
	misc_deregister(&device);
	if (woven)
		stop_for(woven, stand_for_undo);
	free_change(woven);
	/* A thread may still be in what was put there. */
	if (area && !area_used)
		free_pages_exact(area, area_size);
}

module_init(weft_begin);
module_exit(weft_end);
