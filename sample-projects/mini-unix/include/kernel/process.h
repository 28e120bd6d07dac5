/* Processes: what the kernel knows about each running program. */
#ifndef KERNEL_PROCESS_H
#define KERNEL_PROCESS_H

#include "kernel/list.h"
#include "kernel/signal.h"
#include "kernel/types.h"
#include "kernel/wait-queue.h"

struct file;
struct trap_frame;

#define OPEN_MAX 16
#define PROCESS_NAME_SIZE 24
#define KERNEL_STACK_PAGES 2

enum process_state {
	PROCESS_READY,    /* in the run queue */
	PROCESS_RUNNING,  /* on the processor */
	PROCESS_SLEEPING, /* in a wait queue */
	PROCESS_ZOMBIE,   /* ended; its parent has not asked yet */
};

struct credentials {
	uid_t uid; /* who started the program */
	gid_t gid;
	uid_t euid; /* whose rights it has: differs in set-uid programs */
	gid_t egid;
};

/* Whom a process signalled last. */
struct last_signal {
	pid_t pid;
	struct process *receiver; /* NULL: nobody, or it is gone */
};

struct process {
	pid_t pid;
	enum process_state state;
	char name[PROCESS_NAME_SIZE];
	struct process *parent;
	struct list all_link;   /* in process_list */
	struct list queue_link; /* in the run queue or in one wait queue */
	struct wait_queue child_exit;
	int exit_status;

	struct credentials credentials;
	struct file *files[OPEN_MAX];

	unsigned int time_slice; /* timer ticks left */
	unsigned int wake_tick;  /* when a sleep ends */
	unsigned int ticks_used;

	uint32_t *page_directory;
	char *kernel_stack;            /* lowest address */
	uint32_t kernel_esp;           /* while not running */
	struct trap_frame *trap_frame; /* registers of the program, on the kernel stack */
	struct signals signals;
	struct last_signal last_signal;
};

extern struct process *current;
extern struct process idle_process;
extern struct process *init_process;
extern struct list process_list;

/* A process with a kernel stack and a pid, not yet runnable; NULL without memory. */
struct process *process_allocate(const char *name);

/* Gives back what process_allocate() took. The process must not be running. */
void process_free(struct process *process);

/* Starts function on its own kernel stack; it may become a program by exec. */
struct process *process_create_kernel(const char *name, void (*function)(void));

/* Replaces the current program; arguments are strings in kernel memory. */
int process_exec(const char *path, char *const arguments[], int count);

/* Ends the current process. status: 0 to 255, or 128 + number of an exception. */
void process_exit(int status) __noreturn;

static inline bool current_is_root(void)
{
	return current->credentials.euid == 0;
}

#endif
