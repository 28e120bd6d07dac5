/* From paths to inodes. See fs/namei.h. */
#include "fs/namei.h"

#include "abi/errno.h"
#include "kernel/string.h"
#include "mm/user-memory.h"

struct super_block *root_file_system;

/* Takes the next name off the path; 0 at the end, or a negated errno. */
static int next_name(const char **path, char name[NAME_MAX + 1])
{
	int length = 0;

	while (**path == '/')
		(*path)++;
	for (; **path && **path != '/'; (*path)++) {
		if (length == NAME_MAX)
			return -ENAMETOOLONG;
		name[length++] = **path;
	}
	name[length] = '\0';
	return length;
}

/* One step down. Puts the directory, whatever comes out. */
static struct inode *step(struct inode *directory, const char *name, int *error)
{
	struct inode *inode = NULL;

	if (!S_ISDIR(directory->i_mode))
		*error = -ENOTDIR;
	else
		*error = inode_permission(directory, MAY_EXEC);
	if (!*error)
		inode = directory->i_operations->lookup(directory, name, error);
	inode_put(directory);
	return inode;
}

struct inode *path_lookup(const char *path, int *error)
{
	struct inode *inode = inode_get(root_file_system->s_root);
	char name[NAME_MAX + 1];
	int length = 0;

	*error = *path ? 0 : -ENOENT;
	while (inode && !*error && (length = next_name(&path, name)) > 0)
		inode = step(inode, name, error);
	if (length < 0)
		*error = length;
	if (inode && *error) {
		inode_put(inode);
		return NULL;
	}
	return inode;
}

struct inode *path_lookup_parent(const char *path, char name[NAME_MAX + 1], int *error)
{
	struct inode *inode = inode_get(root_file_system->s_root);
	int length = next_name(&path, name);

	while (inode && length > 0) {
		char next[NAME_MAX + 1];
		int next_length = next_name(&path, next);

		if (next_length == 0)
			break;
		inode = step(inode, name, error);
		memcpy(name, next, sizeof(next));
		length = next_length;
	}
	if (!inode)
		return NULL;
	if (length > 0 && S_ISDIR(inode->i_mode))
		return inode;
	*error = length < 0 ? length : length == 0 ? -EEXIST : -ENOTDIR;
	inode_put(inode);
	return NULL;
}

struct inode *path_create(const char *path, mode_t mode, unsigned int device, int *error)
{
	char name[NAME_MAX + 1];
	struct inode *directory = path_lookup_parent(path, name, error);
	struct inode *inode = NULL;

	if (!directory)
		return NULL;
	*error = inode_permission(directory, MAY_WRITE | MAY_EXEC);
	if (!*error)
		inode = directory->i_operations->create(directory, name, mode, device, error);
	inode_put(directory);
	return inode;
}

struct inode *user_path_lookup(const char __user *path, int *error)
{
	char copy[PATH_SIZE];

	*error = copy_string_from_user(copy, path, sizeof(copy));
	return *error < 0 ? NULL : path_lookup(copy, error);
}
