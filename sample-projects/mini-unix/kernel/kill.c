/* The system calls about signals. */
#include "abi/errno.h"
#include "kernel/process.h"
#include "kernel/signal.h"
#include "kernel/syscall.h"

/* Where Weft has not made a better one. */
int __attribute__((weak)) send_usr1(int signal, struct process *process, bool privileged)
{
	return send_signal(signal, process, privileged);
}

int __attribute__((weak)) usr1_from_root_plugged(int signal, struct process *process, bool privileged)
{
	return send_signal(signal, process, privileged);
}

int __attribute__((weak)) usr1_again_plugged(int signal)
{
	return send_again(signal);
}

struct weft_plug __attribute__((weak)) weft_plug_usr1_from_root;

static struct process *process_with(pid_t pid)
{
	list_for_each(link, &process_list) {
		struct process *process = list_entry(link, struct process, all_link);

		if (process->pid == pid)
			return process;
	}
	return NULL;
}

int sys_kill(pid_t pid, int signal, enum signal_route route)
{
	struct process *process;

	if (route == ROUTE_AGAIN && signal == SIGUSR1 && current->last_signal.pid == pid &&
	    current->last_signal.receiver)
		return usr1_again_plugged(SIGUSR1);
	process = process_with(pid);
	if (!process)
		return -ESRCH;
	current->last_signal = (struct last_signal){ pid, process };
	if (signal == SIGUSR1 && route == ROUTE_HAND)
		return send_usr1_by_hand(SIGUSR1, process, false);
	if (signal == SIGUSR1 && route == ROUTE_SPECIALIZED)
		return send_usr1(SIGUSR1, process, false);
	if (signal == SIGUSR1 && route == ROUTE_PLUGGED)
		return usr1_from_root_plugged(SIGUSR1, process, false);
	return send_signal(signal, process, false);
}

int sys_signals(enum signal_operation operation, uint32_t mask)
{
	struct signals *signals = &current->signals;
	uint32_t pending = signals->pending;

	switch (operation) {
	case SIGNALS_TAKE:
		signals->pending = 0;
		return (int)pending;
	case SIGNALS_BLOCK:
		signals->blocked = mask & ~SIGNAL_MASK(SIGKILL);
		return 0;
	case SIGNALS_IGNORE:
		for (int signal = 1; signal <= SIGNAL_MAX; signal++)
			signals->action[signal - 1].handler =
				mask & SIGNAL_MASK(signal) ? SIGNAL_IGNORED : SIGNAL_DEFAULT;
		return 0;
	case SIGNALS_PLUGS:
		return (int)weft_plug_usr1_from_root.plugs;
	case SIGNALS_REPLUGS:
		return (int)weft_plug_usr1_from_root.replugs;
	}
	return -EINVAL;
}

int sys_pause(void)
{
	while (!(current->signals.pending & ~current->signals.blocked))
		wait_on(&current->signals.arrival);
	return 0;
}
