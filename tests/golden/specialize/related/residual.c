/* may_signal where force == 0, from->uid == to->uid.
 * Made by weft specialize from made.spec; belongs to the end of unit.c. */
int may_signal_own(struct task *from, struct task *to, int force)
{
	(void)force;
	wake(to);
	return from->uid == to->uid;
}

/* copied where length <= room.
 * Made by weft specialize from made.spec; belongs to the end of unit.c. */
int copied_whole(char *to, const char *from, unsigned length, unsigned room)
{
	unsigned int count;
	unsigned int at;
	(void)room;
	count = length;
	at = 0u;
	while (at < count) {
		to[at] = from[at];
		at++;
	}
	return (int)count;
}

/* clamped where value > 0, value < 50.
 * Made by weft specialize from made.spec; belongs to the end of unit.c. */
int clamped_positive(int value, int most)
{
	most += 1;
	return 1 * (most == 0 ? most : value);
}

/* clamped where value in 7, 9.
 * Made by weft specialize from made.spec; belongs to the end of unit.c. */
int clamped_one_of(int value, int most)
{
	most += 1;
	return 1 * (most == 0 ? most : value);
}
