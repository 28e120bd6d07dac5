/* Signals: numbers, and what programs can ask of the kernel. */
#ifndef ABI_SIGNAL_H
#define ABI_SIGNAL_H

#define SIGKILL 9
#define SIGUSR1 10
#define SIGUSR2 12
#define SIGCHLD 17
#define SIGCONT 18
#define SIGSTOP 19
#define SIGTTOU 22
#define SIGNAL_MAX 31

#define SIGNAL_MASK(signal) (1u << ((signal) - 1))

/* Who delivers a signal. All do the same. */
enum signal_route {
	ROUTE_GENERIC,     /* send_signal() */
	ROUTE_HAND,        /* a copy for SIGUSR1, shortened by hand */
	ROUTE_SPECIALIZED, /* a copy for SIGUSR1, made by Weft from kernel/signal.spec */
	ROUTE_PLUGGED,     /* another one, as long as the sender is root's */
	ROUTE_AGAIN,       /* the same to the same process again, without looking for it; ROUTE_GENERIC at first */
};

enum signal_operation {
	SIGNALS_TAKE,   /* the pending ones, which are no longer pending then */
	SIGNALS_BLOCK,  /* mask: those that wait until they are not blocked */
	SIGNALS_IGNORE, /* mask: those that nobody wants */
	SIGNALS_PLUGS,   /* how often Weft put the version for root in, */
	SIGNALS_REPLUGS, /* and how often a guard took it out */
};

#endif
