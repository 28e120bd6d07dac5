/*
 * Inodes: files, directories, devices and pipes, whatever file system they
 * live in. A file system puts its own functions into the tables below; the
 * rest of the kernel calls through them and knows no file system by name.
 */
#ifndef FS_INODE_H
#define FS_INODE_H

#include "abi/stat.h"
#include "kernel/clock.h"
#include "kernel/process.h"
#include "kernel/types.h"

struct file_operations;
struct inode;
struct super_block;

/* Bits of inode_permission(), as in one digit of a mode. */
#define MAY_EXEC 1
#define MAY_WRITE 2
#define MAY_READ 4

#define KEEP_ID ((uid_t)-1) /* chown: leave this one */

/* What a change of attributes changes. */
struct attributes {
	uid_t uid; /* or KEEP_ID */
	gid_t gid; /* or KEEP_ID */
	bool change_mode;
	mode_t mode; /* permission bits only */
};

struct inode_operations {
	/* Both return an inode that the caller has to put, or NULL with *error set. */
	struct inode *(*lookup)(struct inode *directory, const char *name, int *error);
	struct inode *(*create)(struct inode *directory, const char *name, mode_t mode,
				unsigned int device, int *error);
	int (*unlink)(struct inode *directory, const char *name);
	int (*rmdir)(struct inode *directory, const char *name);
	int (*truncate)(struct inode *inode);
	int (*set_attributes)(struct inode *inode, const struct attributes *attributes);
};

struct super_operations {
	struct inode *(*allocate_inode)(struct super_block *super);
	/* Nobody uses or names the inode any more: free what it holds, and itself. */
	void (*release_inode)(struct inode *inode);
};

struct super_block {
	const char *s_name;
	const struct super_operations *s_operations;
	struct inode *s_root;
	ino_t s_next_number;
};

struct inode {
	ino_t i_number;
	mode_t i_mode; /* kind of file and permissions */
	uid_t i_uid;   /* owner */
	gid_t i_gid;
	unsigned int i_links;  /* names in directories */
	unsigned int i_users;  /* pointers in the kernel */
	unsigned int i_device; /* of a device file */
	uint32_t i_size;       /* bytes */
	uint32_t i_mtime;      /* milliseconds since boot */
	struct super_block *i_super;
	const struct inode_operations *i_operations;
	const struct file_operations *i_file_operations;
	void *i_private; /* belongs to the file system */
};

/* Changes both owner fields at once. */
#define INODE_SET_OWNER(inode, uid, gid)                 \
	do {                                             \
		(inode)->i_uid = (uid);                  \
		(inode)->i_gid = (gid);                  \
		(inode)->i_mtime = clock_milliseconds(); \
	} while (0)

#define INODE_OWNED_BY(inode, uid) ((inode)->i_uid == (uid))

/*
 * Owner, group and mode of a new inode: the creator's, except that the group
 * comes from the directory when that has the set-gid bit.
 */
static inline void inode_init_owner(struct inode *inode, const struct inode *directory,
				    mode_t mode)
{
	inode->i_mode = mode;
	inode->i_uid = current->credentials.euid;
	if (directory && (directory->i_mode & S_ISGID))
		inode->i_gid = directory->i_gid;
	else
		inode->i_gid = current->credentials.egid;
}

/* True for those who may change the attributes. */
static inline bool inode_owner_or_root(const struct inode *inode)
{
	return current_is_root() || INODE_OWNED_BY(inode, current->credentials.euid);
}

/* A new inode of the file system, with one user and no links; NULL without memory. */
struct inode *inode_allocate(struct super_block *super);
struct inode *inode_get(struct inode *inode);
void inode_put(struct inode *inode);

/* 0 or -EACCES for the current process; mask is made of MAY_ bits. */
int inode_permission(const struct inode *inode, unsigned int mask);

/* Checks the rights of the current process, then changes. */
int inode_change(struct inode *inode, const struct attributes *attributes);

/* What most file systems use as set_attributes. */
int inode_set_attributes(struct inode *inode, const struct attributes *attributes);

void inode_fill_stat(const struct inode *inode, struct stat *status);

#endif
