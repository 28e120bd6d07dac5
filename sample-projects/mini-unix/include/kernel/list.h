/* Doubly linked, circular lists whose nodes live inside the listed objects. */
#ifndef KERNEL_LIST_H
#define KERNEL_LIST_H

#include "kernel/types.h"

struct list {
	struct list *next;
	struct list *previous;
};

#define LIST_INIT(list) { &(list), &(list) }

static inline void list_init(struct list *list)
{
	list->next = list;
	list->previous = list;
}

static inline bool list_empty(const struct list *list)
{
	return list->next == list;
}

static inline void list_append(struct list *list, struct list *node)
{
	node->previous = list->previous;
	node->next = list;
	list->previous->next = node;
	list->previous = node;
}

/* Leaves the node empty, so that removing it twice does no harm. */
static inline void list_remove(struct list *node)
{
	node->previous->next = node->next;
	node->next->previous = node->previous;
	list_init(node);
}

#define list_entry(node, type, member) container_of(node, type, member)

#define list_for_each(node, head) \
	for (struct list *node = (head)->next; node != (head); node = node->next)

/* The body may remove the node it is given. */
#define list_for_each_safe(node, head)                                    \
	for (struct list *node = (head)->next, *node##_next = node->next; \
	     node != (head); node = node##_next, node##_next = node->next)

#endif
