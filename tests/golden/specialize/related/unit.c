struct task {
	unsigned uid, euid;
	struct task *last;
};
extern void wake(struct task *task);

/* A relation decides tests of it until one of the two may have been written. */
int may_signal(struct task *from, struct task *to, int force)
{
	if (!force && (from->euid ^ to->euid) && from->uid != to->uid)
		return -1;
	wake(to);
	return from->uid == to->uid;
}

int copied(char *to, const char *from, unsigned length, unsigned room)
{
	unsigned count = length > room ? room : length;

	for (unsigned at = 0; at < count; at++)
		to[at] = from[at];
	return room < length ? -(int)(length - room) : (int)count;
}

/* Assumptions also decide `?:`, `&&` and `||` within statements. */
int clamped(int value, int most)
{
	int sign = value < 0 ? -1 : 1;

	most += value != 0 && value > -4;
	return sign * (value > 100 || most == 0 ? most : value);
}
