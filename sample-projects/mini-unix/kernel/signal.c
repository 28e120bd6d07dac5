/* Delivery of signals. What a process does about them is its own affair: see sys_pause(). */
#include "kernel/signal.h"

#include "abi/errno.h"
#include "kernel/process.h"

static bool may_signal(const struct process *sender, const struct process *receiver)
{
	const struct credentials *own = &sender->credentials;
	const struct credentials *other = &receiver->credentials;

	return own->euid == 0 || own->euid == other->uid || own->uid == other->uid;
}

static void make_pending(int signal, struct process *process)
{
	uint32_t mask = SIGNAL_MASK(signal);
	struct signals *signals = &process->signals;

	if (!(mask & signals->blocked)) {
		if (signals->action[signal - 1].handler == SIGNAL_IGNORED && signal != SIGCHLD)
			return;
		if (signals->action[signal - 1].handler == SIGNAL_DEFAULT &&
		    (signal == SIGCONT || signal == SIGCHLD))
			return;
	}
	signals->pending |= mask;
	if (signals->pending & ~signals->blocked)
		wake_all(&signals->arrival);
}

int send_signal(int signal, struct process *process, bool privileged)
{
	if (!process || signal < 0 || signal > SIGNAL_MAX)
		return -EINVAL;
	if (!privileged && signal != SIGCONT) {
		bool allowed = may_signal(current, process);

		if (!allowed)
			return -EPERM;
	}
	if (!signal)
		return 0;
	/* A zombie has nobody who could take them. */
	if (process->state == PROCESS_ZOMBIE)
		return 0;
	if (signal == SIGKILL || signal == SIGCONT) {
		for (int stop = SIGSTOP; stop <= SIGTTOU; stop++)
			process->signals.pending &= ~SIGNAL_MASK(stop);
	}
	if (signal >= SIGSTOP && signal <= SIGTTOU)
		process->signals.pending &= ~SIGNAL_MASK(SIGCONT);
	make_pending(signal, process);
	return 0;
}

int send_again(int signal)
{
	return send_signal(signal, current->last_signal.receiver, false);
}

/* What somebody would write who needs SIGUSR1 to be fast. */
int send_usr1_by_hand(int signal, struct process *process, bool privileged)
{
	struct signals *signals;

	(void)signal;
	(void)privileged;
	if (!process)
		return -EINVAL;
	if (!may_signal(current, process))
		return -EPERM;
	if (process->state == PROCESS_ZOMBIE)
		return 0;
	signals = &process->signals;
	if (!(signals->blocked & SIGNAL_MASK(SIGUSR1)) &&
	    signals->action[SIGUSR1 - 1].handler == SIGNAL_IGNORED)
		return 0;
	signals->pending |= SIGNAL_MASK(SIGUSR1);
	if (signals->pending & ~signals->blocked)
		wake_all(&signals->arrival);
	return 0;
}
