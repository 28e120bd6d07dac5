#ifndef P_H
#define P_H
struct process {
	int pid;
#ifdef CONFIG_STATS
	unsigned int switches; /* how often it ran */
	unsigned int waits;
#endif
	struct process *next;
};
void note(struct process *who, int what);
void do_switch(struct process *from, struct process *to);
extern struct process *current, *idle;
extern int reschedule;
void report(int);
#endif
