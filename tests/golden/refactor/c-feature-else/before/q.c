#include "q.h"

void put(struct queue *queue, int item)
{
#ifdef CONFIG_STATS
	queue->puts++;
#else
	queue->pad[0] = 0;
#endif
	queue->items[queue->length++] = item;
}

void drop(struct queue *queue)
{
	forget(queue);
#ifndef CONFIG_STATS
	queue->length = 0;
#else /* with statistics the length is kept */
	note(queue, 1);
#endif
}

int get(struct queue *queue)
{
#if defined(CONFIG_STATS)
	note(queue, 2);
#elif defined(CONFIG_SMP)
	note(queue, 3);
#elif defined(CONFIG_TINY) || defined(CONFIG_SLOW)
#ifdef CONFIG_SLOW
	note(queue, 4);
#endif
#else
	note(queue, 5);
#endif
	return pick(queue);
}

int size(struct queue *queue)
{
#ifndef CONFIG_STATS
	note(queue, 6);
#endif
	return queue->length;
}
