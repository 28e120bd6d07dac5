/* stat, fstat, chown and chmod. The checks are in inode_change(). */
#include "abi/errno.h"
#include "fs/file.h"
#include "fs/inode.h"
#include "fs/namei.h"
#include "kernel/syscall.h"
#include "mm/user-memory.h"

static int stat_to_user(const struct inode *inode, struct stat __user *status)
{
	struct stat copy;

	inode_fill_stat(inode, &copy);
	return copy_to_user(status, &copy, sizeof(copy));
}

int sys_stat(const char __user *path, struct stat __user *status)
{
	int error;
	struct inode *inode = user_path_lookup(path, &error);

	if (!inode)
		return error;
	error = stat_to_user(inode, status);
	inode_put(inode);
	return error;
}

int sys_fstat(int fd, struct stat __user *status)
{
	struct file *file = file_of_descriptor(fd);

	return file ? stat_to_user(file->f_inode, status) : -EBADF;
}

static int change_path(const char __user *path, const struct attributes *attributes)
{
	int error;
	struct inode *inode = user_path_lookup(path, &error);

	if (!inode)
		return error;
	error = inode_change(inode, attributes);
	inode_put(inode);
	return error;
}

int sys_chown(const char __user *path, uid_t uid, gid_t gid)
{
	struct attributes attributes = { .uid = uid, .gid = gid };

	return change_path(path, &attributes);
}

int sys_chmod(const char __user *path, mode_t mode)
{
	struct attributes attributes = {
		.uid = KEEP_ID,
		.gid = KEEP_ID,
		.change_mode = true,
		.mode = mode,
	};

	return change_path(path, &attributes);
}
