/* mkdir, rmdir, unlink and readdir. */
#include "abi/errno.h"
#include "fs/file.h"
#include "fs/namei.h"
#include "kernel/syscall.h"
#include "mm/user-memory.h"

int sys_mkdir(const char __user *path, mode_t mode)
{
	char copy[PATH_SIZE];
	struct inode *inode;
	int error = copy_string_from_user(copy, path, sizeof(copy));

	if (error < 0)
		return error;
	inode = path_create(copy, S_IFDIR | (mode & 07777), 0, &error);
	if (!inode)
		return error;
	inode_put(inode);
	return 0;
}

/* What rmdir and unlink have in common. */
static int remove_name(const char __user *path, bool is_directory)
{
	char copy[PATH_SIZE];
	char name[NAME_MAX + 1];
	struct inode *directory;
	int error = copy_string_from_user(copy, path, sizeof(copy));

	if (error < 0)
		return error;
	directory = path_lookup_parent(copy, name, &error);
	if (!directory)
		return error;
	error = inode_permission(directory, MAY_WRITE | MAY_EXEC);
	if (!error)
		error = is_directory ? directory->i_operations->rmdir(directory, name)
				     : directory->i_operations->unlink(directory, name);
	inode_put(directory);
	return error;
}

int sys_rmdir(const char __user *path)
{
	return remove_name(path, true);
}

int sys_unlink(const char __user *path)
{
	return remove_name(path, false);
}

int sys_readdir(int fd, struct dirent __user *entry)
{
	struct file *file = file_of_descriptor(fd);
	struct dirent copy;
	int result;

	if (!file)
		return -EBADF;
	if (!file->f_operations->readdir)
		return -ENOTDIR;
	result = file->f_operations->readdir(file, &copy);
	if (result > 0 && copy_to_user(entry, &copy, sizeof(copy)))
		return -EFAULT;
	return result;
}
