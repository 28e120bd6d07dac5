/*
 * read, write and lseek. Data takes one page of kernel memory on its way, so
 * that file systems and drivers never see a program's pointers.
 */
#include "abi/errno.h"
#include "abi/fcntl.h"
#include "fs/file.h"
#include "fs/inode.h"
#include "kernel/syscall.h"
#include "mm/pages.h"
#include "mm/user-memory.h"

static bool is_readable(const struct file *file)
{
	return file->f_operations->read && (file->f_flags & O_ACCMODE) != O_WRONLY;
}

static bool is_writable(const struct file *file)
{
	return file->f_operations->write && (file->f_flags & O_ACCMODE) != O_RDONLY;
}

/* One page at a time until the file gives less than asked for. */
static int read_pages(struct file *file, char __user *buffer, size_t size, char *page)
{
	size_t done = 0;

	while (done < size) {
		size_t wanted = min(size - done, (size_t)PAGE_SIZE);
		int got = file->f_operations->read(file, page, wanted);

		if (got < 0)
			return done ? (int)done : got;
		if (copy_to_user(buffer + done, page, (size_t)got))
			return -EFAULT;
		done += (size_t)got;
		/* Never wait for more of a pipe or a device. */
		if ((size_t)got < wanted || !S_ISREG(file->f_inode->i_mode))
			break;
	}
	return (int)done;
}

static int write_pages(struct file *file, const char __user *buffer, size_t size, char *page)
{
	size_t done = 0;

	while (done < size) {
		size_t wanted = min(size - done, (size_t)PAGE_SIZE);
		int put;

		if (copy_from_user(page, buffer + done, wanted))
			return done ? (int)done : -EFAULT;
		put = file->f_operations->write(file, page, wanted);
		if (put < 0)
			return done ? (int)done : put;
		done += (size_t)put;
		if ((size_t)put < wanted)
			break;
	}
	return (int)done;
}

int sys_read(int fd, char __user *buffer, size_t size)
{
	struct file *file = file_of_descriptor(fd);
	char *page;
	int result;

	if (!file || !is_readable(file))
		return file && S_ISDIR(file->f_inode->i_mode) ? -EISDIR : -EBADF;
	page = pages_allocate(1);
	if (!page)
		return -ENOMEM;
	result = read_pages(file, buffer, size, page);
	page_put(page);
	return result;
}

int sys_write(int fd, const char __user *buffer, size_t size)
{
	struct file *file = file_of_descriptor(fd);
	char *page;
	int result;

	if (!file || !is_writable(file))
		return -EBADF;
	page = pages_allocate(1);
	if (!page)
		return -ENOMEM;
	result = write_pages(file, buffer, size, page);
	page_put(page);
	return result;
}

int sys_lseek(int fd, off_t offset, int origin)
{
	struct file *file = file_of_descriptor(fd);
	off_t position;

	if (!file)
		return -EBADF;
	if (!S_ISREG(file->f_inode->i_mode))
		return -ESPIPE;
	switch (origin) {
	case SEEK_SET:
		position = offset;
		break;
	case SEEK_CUR:
		position = (off_t)(file->f_position + (uint32_t)offset);
		break;
	case SEEK_END:
		position = (off_t)(file->f_inode->i_size + (uint32_t)offset);
		break;
	default:
		return -EINVAL;
	}
	if (position < 0)
		return -EINVAL;
	file->f_position = (uint32_t)position;
	return position;
}
