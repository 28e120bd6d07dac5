/* SPDX-License-Identifier: GPL-2.0 */
/* What the parts of the module share. */
#include <linux/atomic.h>
#include <linux/mm.h>
#include <linux/mutex.h>
#include <linux/sched/signal.h>
#include <linux/string.h>
#include <linux/uaccess.h>

#include "machine/i686/module.h"

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

/* Not exported: the host knows where they are. */
struct weft_kernel {
	void *(*text_poke)(void *at, const void *bytes, size_t size);
	struct mutex *text_mutex;
	int (*set_memory_x)(unsigned long at, int pages);
	struct task_struct *(*idle_task)(int cpu);
};
extern struct weft_kernel kernel;

/* Where members are in the kernel that runs: aspects may have added some since its headers were written. */
struct weft_offsets {
	u32 tasks, thread_node, thread_head, signal, stack, stack_pointer;
};
extern struct weft_offsets offset;

/* Memory of ours, for advice. */
extern void *area;
extern size_t area_size;

bool in_area(u32 at, u32 size);

/* change.c: while all processors stand, and nothing else patches the kernel's text. */
bool readable(u32 at, u32 size);
void make_stopped(struct change *c);
void undo_stopped(struct change *c);

/* requests.c */
enum status answer(u32 op, struct cursor *from, struct reply *to, void *request, bool *took);
size_t room_for(u32 op, struct cursor from, size_t size);
u32 take(struct cursor *from);
void put_word(struct reply *to, u32 word);
void begin_requests(void);
void end_requests(void);
