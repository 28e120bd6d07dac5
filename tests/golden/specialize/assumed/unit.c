struct queue {
	int length;
	int limit;
};
int level;
void wake(struct queue *queue);
int take(struct queue *queue, int n, unsigned mode);

/* What is assumed decides tests until it may have been written. */
int take(struct queue *queue, int n, unsigned mode)
{
	int taken = 0;

	if (n <= 0)
		return -1;
	if (mode == 0 || mode > 3)
		return -2;
	if (level != 2)
		taken = 1;
	if (queue->length >= 8)
		return -3;
	wake(queue);
	if (queue->length >= 8)
		return -4;
	if (level == 2)
		taken++;
	if (n > 4 && mode < 5)
		return take(queue, n - 4, mode);
	n -= 2;
	if (n <= 0)
		return taken;
	return taken + n;
}
