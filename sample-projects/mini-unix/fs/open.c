/* open, close and dup. */
#include "abi/errno.h"
#include "abi/fcntl.h"
#include "fs/file.h"
#include "fs/namei.h"
#include "kernel/process.h"
#include "kernel/syscall.h"
#include "mm/user-memory.h"

#define PERMISSION_BITS 07777

static unsigned int wanted_access(int flags)
{
	switch (flags & O_ACCMODE) {
	case O_RDONLY:
		return MAY_READ;
	case O_WRONLY:
		return MAY_WRITE;
	default:
		return MAY_READ | MAY_WRITE;
	}
}

/* Finds or makes the file; *created tells which. */
static struct inode *find_or_create(const char *path, int flags, mode_t mode, bool *created,
				    int *error)
{
	struct inode *inode = path_lookup(path, error);

	*created = false;
	if (inode && (flags & O_CREAT) && (flags & O_EXCL)) {
		inode_put(inode);
		*error = -EEXIST;
		return NULL;
	}
	if (inode || *error != -ENOENT || !(flags & O_CREAT))
		return inode;
	*created = true;
	return path_create(path, S_IFREG | (mode & PERMISSION_BITS), 0, error);
}

static int check_open(struct inode *inode, int flags, bool created)
{
	unsigned int access = wanted_access(flags);
	int error = 0;

	if (S_ISDIR(inode->i_mode) && (access & MAY_WRITE))
		return -EISDIR;
	if (!created) /* who makes a file may use it, whatever its mode */
		error = inode_permission(inode, access);
	if (!error && (flags & O_TRUNC) && (access & MAY_WRITE) && inode->i_operations->truncate)
		error = inode->i_operations->truncate(inode);
	return error;
}

int sys_open(const char __user *path, int flags, mode_t mode)
{
	char copy[PATH_SIZE];
	struct inode *inode;
	struct file *file = NULL;
	bool created;
	int fd;
	int error = copy_string_from_user(copy, path, sizeof(copy));

	if (error < 0)
		return error;
	inode = find_or_create(copy, flags, mode, &created, &error);
	if (!inode)
		return error;
	error = check_open(inode, flags, created);
	if (!error)
		file = file_open(inode, flags, &error);
	inode_put(inode);
	if (!file)
		return error;
	fd = descriptor_allocate(file);
	if (fd < 0)
		file_put(file);
	return fd;
}

int sys_close(int fd)
{
	struct file *file = file_of_descriptor(fd);

	if (!file)
		return -EBADF;
	current->files[fd] = NULL;
	file_put(file);
	return 0;
}

int sys_dup(int fd)
{
	struct file *file = file_of_descriptor(fd);
	int copy;

	if (!file)
		return -EBADF;
	copy = descriptor_allocate(file);
	if (copy >= 0)
		file_get(file);
	return copy;
}
