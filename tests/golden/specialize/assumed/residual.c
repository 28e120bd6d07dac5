/* take where n > 0, mode >= 1, mode <= 3, level != 2, queue->length < 8.
 * Made by weft specialize from made.spec; belongs to the end of unit.c. */
int take_some(struct queue *queue, int n, unsigned mode)
{
	wake(queue);
	if (queue->length >= 8)
		return -4;
	if (level == 2) {
		if (!(n > 4)) {
			n -= 2;
			if (n <= 0)
				return 2;
			return 2 + n;
		}
	} else {
		if (!(n > 4)) {
			n -= 2;
			if (n <= 0)
				return 1;
			return 1 + n;
		}
	}
	return take(queue, n - 4, mode);
}

/* take where mode == 2, n > 0, n < 3.
 * Made by weft specialize from made.spec; belongs to the end of unit.c. */
int take_few(struct queue *queue, int n, unsigned mode)
{
	(void)mode;
	if (level != 2) {
		if (queue->length >= 8)
			return -3;
		wake(queue);
		if (queue->length >= 8)
			return -4;
		if (level == 2) {
			n -= 2;
			if (n <= 0)
				return 2;
			return 2 + n;
		}
	} else {
		if (queue->length >= 8)
			return -3;
		wake(queue);
		if (queue->length >= 8)
			return -4;
		if (level != 2) {
			n -= 2;
			if (n <= 0)
				return 0;
			return n;
		}
	}
	n -= 2;
	if (n <= 0)
		return 1;
	return 1 + n;
}
