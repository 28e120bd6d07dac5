/* Files of the RAM file system: tables of pages. */
#include "abi/errno.h"
#include "abi/fcntl.h"
#include "fs/file.h"
#include "ramfs-internal.h"
#include "kernel/string.h"
#include "mm/pages.h"

/* The part of a transfer that stays in one page. */
static size_t part_in_page(uint32_t position, size_t size)
{
	return min(size, (size_t)(PAGE_SIZE - position % PAGE_SIZE));
}

static int ramfs_read(struct file *file, char *buffer, size_t size)
{
	struct inode *inode = file->f_inode;
	char **pages = ramfs_inode_of(inode)->pages;
	size_t done = 0;

	if (file->f_position >= inode->i_size)
		return 0;
	size = min(size, (size_t)(inode->i_size - file->f_position));
	while (done < size) {
		size_t part = part_in_page(file->f_position, size - done);
		const char *page = pages ? pages[file->f_position / PAGE_SIZE] : NULL;

		if (page)
			memcpy(buffer + done, page + file->f_position % PAGE_SIZE, part);
		else
			memset(buffer + done, 0, part);
		file->f_position += part;
		done += part;
	}
	return (int)done;
}

/* The page at a position, which must be below RAMFS_SIZE_MAX; NULL without memory. */
static char *page_for_write(struct inode *inode, uint32_t position)
{
	struct ramfs_inode *node = ramfs_inode_of(inode);
	char **slot;

	if (!node->pages)
		node->pages = page_allocate_zeroed();
	if (!node->pages)
		return NULL;
	slot = &node->pages[position / PAGE_SIZE];
	if (!*slot)
		*slot = page_allocate_zeroed();
	return *slot;
}

static int ramfs_write(struct file *file, const char *buffer, size_t size)
{
	struct inode *inode = file->f_inode;
	size_t done = 0;

	if (file->f_flags & O_APPEND)
		file->f_position = inode->i_size;
	while (done < size) {
		size_t part = part_in_page(file->f_position, size - done);
		char *page = NULL;

		if (file->f_position >= RAMFS_SIZE_MAX)
			return done ? (int)done : -EFBIG;
		page = page_for_write(inode, file->f_position);
		if (!page)
			return done ? (int)done : -ENOMEM;
		memcpy(page + file->f_position % PAGE_SIZE, buffer + done, part);
		file->f_position += part;
		done += part;
		if (file->f_position > inode->i_size)
			inode->i_size = file->f_position;
	}
	inode->i_mtime = clock_milliseconds();
	return (int)done;
}

int ramfs_truncate(struct inode *inode)
{
	char **pages = ramfs_inode_of(inode)->pages;

	for (unsigned int i = 0; S_ISREG(inode->i_mode) && pages && i < RAMFS_PAGES_MAX; i++) {
		if (pages[i])
			page_put(pages[i]);
		pages[i] = NULL;
	}
	inode->i_size = 0;
	inode->i_mtime = clock_milliseconds();
	return 0;
}

const struct file_operations ramfs_file_operations = {
	.read = ramfs_read,
	.write = ramfs_write,
};

const struct inode_operations ramfs_file_inode_operations = {
	.truncate = ramfs_truncate,
	.set_attributes = inode_set_attributes,
};
