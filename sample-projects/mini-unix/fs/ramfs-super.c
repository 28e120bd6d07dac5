/* The RAM file system: its mounting, and the life of its inodes. */
#include "fs/ramfs.h"

#include "ramfs-internal.h"
#include "mm/kmalloc.h"
#include "mm/pages.h"

static struct inode *ramfs_allocate_inode(struct super_block *super)
{
	struct ramfs_inode *node = kmalloc_zeroed(sizeof(*node));

	(void)super;
	return node ? &node->inode : NULL;
}

static void ramfs_release_inode(struct inode *inode)
{
	struct ramfs_inode *node = ramfs_inode_of(inode);

	if (S_ISREG(inode->i_mode) && node->pages) {
		ramfs_truncate(inode);
		page_put(node->pages);
	}
	kfree(node);
}

static const struct super_operations ramfs_super_operations = {
	.allocate_inode = ramfs_allocate_inode,
	.release_inode = ramfs_release_inode,
};

struct inode *ramfs_new_inode(struct super_block *super, const struct inode *directory,
			      mode_t mode, unsigned int device)
{
	struct inode *inode = inode_allocate(super);

	if (!inode)
		return NULL;
	inode_init_owner(inode, directory, mode);
	inode->i_device = device;
	inode->i_operations = &ramfs_file_inode_operations;
	if (S_ISREG(mode)) {
		inode->i_file_operations = &ramfs_file_operations;
	} else if (S_ISDIR(mode)) {
		inode->i_operations = &ramfs_directory_inode_operations;
		inode->i_file_operations = &ramfs_directory_operations;
		list_init(&ramfs_inode_of(inode)->entries);
	}
	return inode;
}

struct super_block *ramfs_mount(void)
{
	struct super_block *super = kmalloc_zeroed(sizeof(*super));

	if (!super)
		return NULL;
	super->s_name = "ramfs";
	super->s_operations = &ramfs_super_operations;
	super->s_next_number = 1;
	super->s_root = ramfs_new_inode(super, NULL, S_IFDIR | 0755, 0);
	if (!super->s_root) {
		kfree(super);
		return NULL;
	}
	super->s_root->i_links = 1;
	ramfs_inode_of(super->s_root)->parent = super->s_root;
	return super;
}
