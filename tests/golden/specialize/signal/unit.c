#define SIGKILL 9
#define SIGUSR1 10
struct task { unsigned pending, ignored; int privileged, owner; };
extern void wake(struct task *task);

static int permitted(const struct task *from, const struct task *to, int sig)
{
	if (sig == SIGKILL && !from->privileged)
		return 0;
	return from->privileged || from->owner == to->owner;
}

int send_sig(struct task *from, struct task *to, int sig)
{
	if (sig < 0 || sig > 31)
		return -1;
	if (!permitted(from, to, sig))
		return -2;
	if (sig == 0 || to->ignored & 1u << sig)
		return 0;
	to->pending |= 1u << sig;
	if (sig != SIGKILL && from == to)
		return 0;
	wake(to);
	return 0;
}
