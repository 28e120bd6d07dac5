/* What the parts of the RAM file system share. */
#ifndef FS_RAMFS_INTERNAL_H
#define FS_RAMFS_INTERNAL_H

#include "abi/stat.h"
#include "fs/inode.h"
#include "kernel/list.h"
#include "mm/layout.h"

#define RAMFS_PAGES_MAX 128 /* pages of a file */
#define RAMFS_SIZE_MAX (RAMFS_PAGES_MAX * PAGE_SIZE)

/* Every inode of the RAM file system is part of one of these. */
struct ramfs_inode {
	struct inode inode;
	union {
		char **pages; /* of a file: RAMFS_PAGES_MAX pointers; NULL reads as zeroes */
		struct list entries; /* of a directory */
	};
	struct inode *parent; /* of a directory */
};

struct ramfs_entry {
	struct list link;
	struct inode *inode;
	char name[NAME_MAX + 1];
};

static inline struct ramfs_inode *ramfs_inode_of(const struct inode *inode)
{
	return container_of(inode, struct ramfs_inode, inode);
}

extern const struct file_operations ramfs_file_operations;
extern const struct file_operations ramfs_directory_operations;
extern const struct inode_operations ramfs_file_inode_operations;
extern const struct inode_operations ramfs_directory_inode_operations;

int ramfs_truncate(struct inode *inode);

/* An inode with owner and operations set, not yet in a directory. */
struct inode *ramfs_new_inode(struct super_block *super, const struct inode *directory,
			      mode_t mode, unsigned int device);

#endif
