/* send_sig where sig == SIGUSR1.
 * Made by weft specialize from made.spec; belongs to the end of unit.c. */
int send_usr1(struct task *from, struct task *to, int sig)
{
	int result;
	(void)sig;
	result = from->privileged || from->owner == to->owner;
	if (result) {
		if (to->ignored & 1024u)
			return 0;
		to->pending |= 1024u;
		if (from == to)
			return 0;
		wake(to);
		return 0;
	}
	return -2;
}

/* send_sig where sig == SIGKILL, from->privileged == 1.
 * Made by weft specialize from made.spec; belongs to the end of unit.c. */
int kill_other(struct task *from, struct task *to, int sig)
{
	(void)from;
	(void)sig;
	if (to->ignored & 512u)
		return 0;
	to->pending |= 512u;
	wake(to);
	return 0;
}
