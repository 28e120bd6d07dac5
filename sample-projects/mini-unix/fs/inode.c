/* What is the same for the inodes of all file systems. See fs/inode.h. */
#include "fs/inode.h"

#include "abi/errno.h"
#include "kernel/panic.h"

struct inode *inode_allocate(struct super_block *super)
{
	struct inode *inode = super->s_operations->allocate_inode(super);

	if (!inode)
		return NULL;
	inode->i_super = super;
	inode->i_number = super->s_next_number++;
	inode->i_users = 1;
	inode->i_mtime = clock_milliseconds();
	return inode;
}

struct inode *inode_get(struct inode *inode)
{
	inode->i_users++;
	return inode;
}

void inode_put(struct inode *inode)
{
	assert(inode->i_users > 0);
	if (--inode->i_users == 0 && inode->i_links == 0)
		inode->i_super->s_operations->release_inode(inode);
}

int inode_permission(const struct inode *inode, unsigned int mask)
{
	mode_t mode = inode->i_mode;

	/* Root may do all, but runs only what somebody may run. */
	if (current_is_root() && (!(mask & MAY_EXEC) || S_ISDIR(mode) || (mode & 0111)))
		return 0;
	if (inode->i_uid == current->credentials.euid)
		mode >>= 6;
	else if (inode->i_gid == current->credentials.egid)
		mode >>= 3;
	return (mode & mask) == mask ? 0 : -EACCES;
}

/* Giving files away is for root; the owner may pass them to the own group. */
static int may_change_owner(const struct inode *inode, const struct attributes *attributes)
{
	if (current_is_root())
		return 0;
	if (attributes->uid != KEEP_ID && attributes->uid != inode->i_uid)
		return -EPERM;
	if (attributes->gid != KEEP_ID && attributes->gid != inode->i_gid &&
	    attributes->gid != current->credentials.egid)
		return -EPERM;
	return 0;
}

int inode_change(struct inode *inode, const struct attributes *attributes)
{
	int error = inode_owner_or_root(inode) ? may_change_owner(inode, attributes) : -EPERM;

	if (error)
		return error;
	if (!inode->i_operations || !inode->i_operations->set_attributes)
		return -EINVAL;
	return inode->i_operations->set_attributes(inode, attributes);
}

int inode_set_attributes(struct inode *inode, const struct attributes *attributes)
{
	uid_t uid = attributes->uid == KEEP_ID ? inode->i_uid : attributes->uid;
	gid_t gid = attributes->gid == KEEP_ID ? inode->i_gid : attributes->gid;

	if (uid != inode->i_uid || gid != inode->i_gid) {
		INODE_SET_OWNER(inode, uid, gid);
		/* The new owner did not ask for a program with these rights. */
		inode->i_mode &= ~(mode_t)(S_ISUID | S_ISGID);
	}
	if (attributes->change_mode)
		inode->i_mode = (inode->i_mode & S_IFMT) | (attributes->mode & ~(mode_t)S_IFMT);
	return 0;
}

void inode_fill_stat(const struct inode *inode, struct stat *status)
{
	status->st_ino = inode->i_number;
	status->st_mode = inode->i_mode;
	status->st_uid = inode->i_uid;
	status->st_gid = inode->i_gid;
	status->st_nlink = inode->i_links;
	status->st_size = inode->i_size;
	status->st_mtime = inode->i_mtime;
}
