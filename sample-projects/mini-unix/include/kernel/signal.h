/* Signals that wait for a process, and their delivery. */
#ifndef KERNEL_SIGNAL_H
#define KERNEL_SIGNAL_H

#include "abi/signal.h"
#include "kernel/types.h"
#include "kernel/wait-queue.h"

struct process;

struct signal_action {
	enum { SIGNAL_DEFAULT, SIGNAL_IGNORED } handler;
};

struct signals {
	uint32_t pending;
	uint32_t blocked;
	struct signal_action action[SIGNAL_MAX];
	struct wait_queue arrival;
};

/* privileged: the kernel itself sends it. 0, or a negated errno. */
int send_signal(int signal, struct process *process, bool privileged);

/* The same for SIGUSR1 between programs, by hand and by kernel/signal.spec. */
int send_usr1_by_hand(int signal, struct process *process, bool privileged);
int send_usr1(int signal, struct process *process, bool privileged);

/* To whom the current process signalled last. */
int send_again(int signal);
int usr1_again_plugged(int signal);

/* The specialized function while the sender is root's, the generic one otherwise; made by Weft as well. */
int usr1_from_root_plugged(int signal, struct process *process, bool privileged);

/* What Weft counts of it; where it weaves, its own text may have come first. */
#ifndef WEFT_PLUG
#define WEFT_PLUG
struct weft_plug {
	unsigned int is_plugged, plugs, replugs, wait, step;
	unsigned long last_hit; /* where the guard stands */
};
#endif
extern struct weft_plug weft_plug_usr1_from_root;

#endif
