/* A file system whose files live in memory and die with it. */
#ifndef FS_RAMFS_H
#define FS_RAMFS_H

#include "fs/inode.h"

/* A new, empty file system with a root directory; NULL without memory. */
struct super_block *ramfs_mount(void);

#endif
