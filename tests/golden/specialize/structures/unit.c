struct stamp {
	int seconds, nanos;
};
struct entry {
	struct stamp made, used;
	int flags;
};
extern void log_stamp(struct stamp stamp);

/* Structures are passed, returned and copied with what is known of their members. */
static struct stamp stamped(int seconds, int nanos)
{
	enum { MOST = 1000000000 };
	struct stamp stamp = { seconds, nanos };

	if (stamp.nanos >= MOST) {
		stamp.seconds++;
		stamp.nanos -= MOST;
	}
	return stamp;
}

static int is_later(struct stamp one, const struct stamp other)
{
	if (one.seconds != other.seconds)
		return one.seconds > other.seconds;
	return one.nanos > other.nanos;
}

int touch(struct entry *entry, int seconds, int nanos)
{
	enum verdict { OLD, NEW } verdict = OLD;
	struct stamp now = stamped(seconds, nanos);

	if (is_later(now, entry->used))
		verdict = NEW;
	entry->used = now;
	if (verdict == NEW && entry->used.nanos == nanos)
		log_stamp(entry->used);
	return stamped(entry->made.seconds, nanos).seconds + verdict;
}
