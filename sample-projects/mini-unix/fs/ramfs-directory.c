/* Directories of the RAM file system: lists of names. */
#include "abi/errno.h"
#include "fs/file.h"
#include "ramfs-internal.h"
#include "kernel/string.h"
#include "mm/kmalloc.h"

static struct ramfs_entry *find_entry(struct inode *directory, const char *name)
{
	list_for_each(node, &ramfs_inode_of(directory)->entries) {
		struct ramfs_entry *entry = list_entry(node, struct ramfs_entry, link);

		if (strcmp(entry->name, name) == 0)
			return entry;
	}
	return NULL;
}

static struct inode *find_inode(struct inode *directory, const char *name)
{
	struct ramfs_entry *entry;

	if (strcmp(name, ".") == 0)
		return directory;
	if (strcmp(name, "..") == 0)
		return ramfs_inode_of(directory)->parent;
	entry = find_entry(directory, name);
	return entry ? entry->inode : NULL;
}

static struct inode *ramfs_lookup(struct inode *directory, const char *name, int *error)
{
	struct inode *inode = find_inode(directory, name);

	if (!inode) {
		*error = -ENOENT;
		return NULL;
	}
	*error = 0;
	return inode_get(inode);
}

static struct inode *ramfs_create(struct inode *directory, const char *name, mode_t mode,
				  unsigned int device, int *error)
{
	struct ramfs_entry *entry = NULL;
	struct inode *inode = NULL;

	*error = -EEXIST;
	if (find_inode(directory, name))
		return NULL;
	*error = -ENOENT; /* the directory itself was removed, but is still in use */
	if (directory->i_links == 0)
		return NULL;
	*error = -ENOMEM;
	entry = kmalloc_zeroed(sizeof(*entry));
	inode = ramfs_new_inode(directory->i_super, directory, mode, device);
	if (!entry || !inode) {
		kfree(entry);
		if (inode)
			inode_put(inode);
		return NULL;
	}
	string_copy(entry->name, name, sizeof(entry->name));
	entry->inode = inode;
	inode->i_links = 1;
	if (S_ISDIR(mode))
		ramfs_inode_of(inode)->parent = directory;
	list_append(&ramfs_inode_of(directory)->entries, &entry->link);
	directory->i_size++;
	directory->i_mtime = clock_milliseconds();
	*error = 0;
	return inode;
}

/* The file itself lives on until its last user closes it. */
static int remove_entry(struct inode *directory, struct ramfs_entry *entry)
{
	struct inode *inode = inode_get(entry->inode);

	list_remove(&entry->link);
	kfree(entry);
	directory->i_size--;
	directory->i_mtime = clock_milliseconds();
	inode->i_links--;
	inode_put(inode);
	return 0;
}

static int ramfs_unlink(struct inode *directory, const char *name)
{
	struct ramfs_entry *entry = find_entry(directory, name);

	if (!entry)
		return -ENOENT;
	if (S_ISDIR(entry->inode->i_mode))
		return -EISDIR;
	return remove_entry(directory, entry);
}

static int ramfs_rmdir(struct inode *directory, const char *name)
{
	struct ramfs_entry *entry = find_entry(directory, name);

	if (!entry)
		return -ENOENT;
	if (!S_ISDIR(entry->inode->i_mode))
		return -ENOTDIR;
	if (!list_empty(&ramfs_inode_of(entry->inode)->entries))
		return -ENOTEMPTY;
	return remove_entry(directory, entry);
}

static int ramfs_readdir(struct file *file, struct dirent *result)
{
	uint32_t position = 0;

	list_for_each(node, &ramfs_inode_of(file->f_inode)->entries) {
		struct ramfs_entry *entry = list_entry(node, struct ramfs_entry, link);

		if (position++ < file->f_position)
			continue;
		file->f_position = position;
		result->d_ino = entry->inode->i_number;
		memcpy(result->d_name, entry->name, sizeof(result->d_name));
		return 1;
	}
	return 0;
}

const struct file_operations ramfs_directory_operations = {
	.readdir = ramfs_readdir,
};

const struct inode_operations ramfs_directory_inode_operations = {
	.lookup = ramfs_lookup,
	.create = ramfs_create,
	.unlink = ramfs_unlink,
	.rmdir = ramfs_rmdir,
	.set_attributes = inode_set_attributes,
};
