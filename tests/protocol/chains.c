/* A kernel whose data hangs on lists, trees and tables, as Linux and small kernels have them. Booted by litmus-boot.S. */
struct list_head {
	struct list_head *next, *prev;
};
struct hlist_node {
	struct hlist_node *next, **pprev;
};
struct hlist_head {
	struct hlist_node *first;
};
struct rb_node {
	unsigned long color;
	struct rb_node *rb_right, *rb_left;
};
struct rb_root {
	struct rb_node *rb_node;
};
struct rb_root_cached {
	struct rb_root rb_root;
	struct rb_node *rb_leftmost;
};

struct task {
	int pid;
	char comm[8];
	struct list_head tasks;
	struct hlist_node hash;
	struct rb_node sorted;
	struct task *next;
};

struct task editor = { 1, "editor" }, shell = { 2, "shell" }, printer = { 3, "printer" };
struct list_head all = { &all, &all }, nobody = { &nobody, &nobody };
struct hlist_head table[4];
struct rb_root_cached tree;
struct task *first, *slots[5];

static void add(struct task *task)
{
	task->tasks.next = &all;
	task->tasks.prev = all.prev;
	all.prev->next = &task->tasks;
	all.prev = &task->tasks;
	task->hash.next = table[task->pid & 1].first;
	table[task->pid & 1].first = &task->hash;
	task->next = first;
	first = task;
}

__attribute__((noinline)) void look(void)
{
	__asm__ volatile("nop");
}

void first_processor(void)
{
	add(&editor);
	add(&shell);
	add(&printer);
	shell.sorted.rb_left = &editor.sorted;
	shell.sorted.rb_right = &printer.sorted;
	tree.rb_root.rb_node = &shell.sorted;
	slots[1] = &shell;
	slots[4] = &editor;
	look();
	shell.tasks.next = (void *)0x100;
	printer.next = &shell;
	shell.next = &printer;
	look();
	for (;;)
		__asm__ volatile("hlt");
}

void second_processor(void)
{
}

void on_timer(void)
{
}
