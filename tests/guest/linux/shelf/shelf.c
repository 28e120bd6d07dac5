// SPDX-License-Identifier: GPL-2.0
/* A shelf of books behind /proc/shelf: each line that is written puts a book there, reading lists them. */
#include <linux/list.h>
#include <linux/module.h>
#include <linux/proc_fs.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/uaccess.h>

struct book {
	struct list_head link;
	int number;
	unsigned pages;
};

static LIST_HEAD(books);
static int count;
static unsigned all_pages;

static noinline struct book *take_book(void)
{
	struct book *book = list_first_entry_or_null(&books, struct book, link);

	if (book) {
		list_del(&book->link);
		count--;
		all_pages -= book->pages;
	}
	return book;
}

static noinline int put_book(unsigned pages)
{
	struct book *book = kmalloc(sizeof(*book), GFP_KERNEL);

	if (!book)
		return -ENOMEM;
	book->number = ++count;
	book->pages = pages;
	all_pages += pages;
	list_add_tail(&book->link, &books);
	return book->number;
}

static int show(struct seq_file *file, void *unused)
{
	struct book *book;

	list_for_each_entry(book, &books, link)
		seq_printf(file, "%d: %u\n", book->number, book->pages);
	return 0;
}

static int shelf_open(struct inode *inode, struct file *file)
{
	return single_open(file, show, NULL);
}

static ssize_t shelf_write(struct file *file, const char __user *from, size_t size, loff_t *at)
{
	put_book(size);
	if (count > 20)
		kfree(take_book());
	return size;
}

static const struct proc_ops ops = {
	.proc_open = shelf_open,
	.proc_read = seq_read,
	.proc_write = shelf_write,
	.proc_release = single_release,
};

static int __init shelf_init(void)
{
	return proc_create("shelf", 0644, NULL, &ops) ? 0 : -ENOMEM;
}

static void __exit shelf_exit(void)
{
	struct book *book;

	remove_proc_entry("shelf", NULL);
	while ((book = take_book()))
		kfree(book);
}

module_init(shelf_init);
module_exit(shelf_exit);
MODULE_LICENSE("GPL");
