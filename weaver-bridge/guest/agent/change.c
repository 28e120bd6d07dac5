// SPDX-License-Identifier: GPL-2.0
/*
 * Changes of the kernel's text by its own text patching, while all processors stand in its own way: only if nobody stands
 * in what changes, and only if there is what the host has seen there.
 */
#include <linux/cpumask.h>
#include <linux/stop_machine.h>
#include "agent.h"

bool readable(u32 at, u32 size)
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
	for (at = ALIGN(at, STACK_WORD); at < start + THREAD_SIZE; at += STACK_WORD)
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

/*
 * Functions that are running return to where they were called from: a node has a byte behind the place, and the address. What
 * was interrupted where a function had just returned to has its flags at the place: what is kept for it stays.
 */
static void give_back(const struct returns *list, u32 count)
{
	u32 i, j;

	for (i = 0; i < count; i++)
		for (j = 0; j < list[i].count; j++) {
			u32 *kept = (u32 *)(list[i].nodes + 8 * j), node[2], there;

			if (copy_from_kernel_nofault(node, kept, 8) || node[0] <= 1)
				continue;
			if (copy_from_kernel_nofault(&there, (void *)(node[0] - 1), 4) || there != list[i].second)
				continue;
			*(u32 *)(node[0] - 1) = node[1];
			*kept = 0;
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
	see_changed_text();
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

void make_stopped(struct change *c)
{
	stop_for(c, stand_for_change);
}

void undo_stopped(struct change *c)
{
	stop_for(c, stand_for_undo);
}
