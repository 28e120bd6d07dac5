/*
 * Objects of 16, 32, ... 2048 bytes. Each page holds objects of one size and
 * is tagged with its class; free objects of a class are chained. Pages never
 * go back: a small kernel soon has all it needs.
 */
#include "mm/kmalloc.h"

#include "arch/cpu.h"
#include "kernel/string.h"
#include "mm/pages.h"

#define CLASS_COUNT 8
#define CLASS_SIZE(class) (16u << (class))

struct free_object {
	struct free_object *next;
};

static struct free_object *free_objects[CLASS_COUNT];

static void add_free(unsigned int class, void *object)
{
	struct free_object *free = object;

	free->next = free_objects[class];
	free_objects[class] = free;
}

static void add_page(unsigned int class)
{
	char *page = pages_allocate(1);

	if (!page)
		return;
	page_tag_set(page, (uint8_t)class);
	for (unsigned int offset = 0; offset < PAGE_SIZE; offset += CLASS_SIZE(class))
		add_free(class, page + offset);
}

void *kmalloc(size_t size)
{
	uint32_t flags = interrupts_save();
	struct free_object *object = NULL;
	unsigned int class = 0;

	while (class < CLASS_COUNT && CLASS_SIZE(class) < size)
		class++;
	if (class < CLASS_COUNT) {
		if (!free_objects[class])
			add_page(class);
		object = free_objects[class];
		if (object)
			free_objects[class] = object->next;
	}
	interrupts_restore(flags);
	return object;
}

void *kmalloc_zeroed(size_t size)
{
	void *object = kmalloc(size);

	if (object)
		memset(object, 0, size);
	return object;
}

void kfree(void *object)
{
	uint32_t flags = interrupts_save();

	if (object)
		add_free(page_tag((void *)ROUND_DOWN((uint32_t)object, PAGE_SIZE)), object);
	interrupts_restore(flags);
}
