struct queue { int used, most; unsigned flags; };
enum { CLOSED = 1 };
extern void wake(struct queue *queue);

/* Each step looks for itself whether there is anything to do. */
static int room(const struct queue *queue)
{
	if (queue->used > queue->most)
		return 0;
	return queue->most - queue->used;
}

int send(struct queue *queue, int count, int mode)
{
	int sent = 0;

	if (count <= 0)
		return -1;
	if (queue->flags & CLOSED)
		return -2;
	if (mode == 2 && count > 0)
		sent = 1;
	if (!(queue->flags & CLOSED))
		queue->used += count;
	if (count > 3) {
		wake(queue);
		if (count >= 3)
			sent += count;
		if (count == 1)
			sent = 0;
	}
	return sent + (mode == 2 ? room(queue) : 0);
}
