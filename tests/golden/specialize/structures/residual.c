/* touch where nanos == 0.
 * Made by weft specialize from made.spec; belongs to the end of unit.c. */
int touch_whole(struct entry *entry, int seconds, int nanos)
{
	struct stamp result;
	struct stamp stamp;
	struct stamp now;
	struct stamp one;
	struct stamp other;
	int result_2;
	int seconds_2;
	struct stamp result_3;
	(void)nanos;
	stamp.seconds = seconds;
	stamp.nanos = 0;
	result = stamp;
	now = result;
	one = now;
	other = entry->used;
	if (one.seconds != other.seconds) {
		result_2 = one.seconds > other.seconds;
	} else {
		result_2 = 0 > other.nanos;
	}
	if (result_2) {
		entry->used = now;
		log_stamp(entry->used);
		seconds_2 = entry->made.seconds;
		stamp.seconds = seconds_2;
		stamp.nanos = 0;
		result_3 = stamp;
		return result_3.seconds + 1u;
	}
	entry->used = now;
	seconds_2 = entry->made.seconds;
	stamp.seconds = seconds_2;
	stamp.nanos = 0;
	result_3 = stamp;
	return result_3.seconds + 0u;
}

/* touch where nanos == 0, seconds == 7, entry->used.seconds == 0, entry->made.seconds == 0.
 * Made by weft specialize from made.spec; belongs to the end of unit.c. */
int touch_first(struct entry *entry, int seconds, int nanos)
{
	int seconds_2;
	struct stamp result;
	struct stamp stamp;
	struct stamp now;
	struct stamp one;
	struct stamp other;
	struct stamp result_3;
	(void)seconds;
	(void)nanos;
	(void)one;
	(void)other;
	stamp.seconds = 7;
	stamp.nanos = 0;
	result = stamp;
	now = result;
	one = now;
	other = entry->used;
	entry->used = now;
	log_stamp(entry->used);
	seconds_2 = entry->made.seconds;
	stamp.seconds = seconds_2;
	stamp.nanos = 0;
	result_3 = stamp;
	return result_3.seconds + 1u;
}
