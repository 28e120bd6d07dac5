/* send where mode == 2.
 * Made by weft specialize from made.spec; belongs to the end of unit.c. */
int send_plain(struct queue *queue, int count, int mode)
{
	int sent;
	(void)mode;
	if (count <= 0)
		return -1;
	if (queue->flags & CLOSED)
		return -2;
	queue->used += count;
	if (count > 3) {
		wake(queue);
		sent = 1;
		sent += count;
		return sent + (room(queue));
	}
	return 1 + (room(queue));
}
