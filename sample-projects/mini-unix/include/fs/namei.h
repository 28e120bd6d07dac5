/* From paths to inodes. All paths start at the root. */
#ifndef FS_NAMEI_H
#define FS_NAMEI_H

#include "abi/stat.h"
#include "fs/inode.h"

#define PATH_SIZE 128 /* characters of a path, with the final zero */

extern struct super_block *root_file_system;

/* The inode, which the caller has to put, or NULL with *error set. */
struct inode *path_lookup(const char *path, int *error);

/* The directory that holds (or would hold) the last name of the path. */
struct inode *path_lookup_parent(const char *path, char name[NAME_MAX + 1], int *error);

/* A new file, directory or device file. The caller has to put the inode. */
struct inode *path_create(const char *path, mode_t mode, unsigned int device, int *error);

/* Copies a path out of the program and looks it up. */
struct inode *user_path_lookup(const char __user *path, int *error);

#endif
