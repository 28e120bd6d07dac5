/* Open files. A struct file is shared by the descriptors that fork and dup copy. */
#ifndef FS_FILE_H
#define FS_FILE_H

#include "abi/stat.h"
#include "kernel/types.h"

struct file;
struct inode;

struct file_operations {
	int (*open)(struct inode *inode, struct file *file);
	void (*release)(struct file *file);
	/* Buffers are kernel memory. Bytes done, or a negated errno; read: 0 at the end. */
	int (*read)(struct file *file, char *buffer, size_t size);
	int (*write)(struct file *file, const char *buffer, size_t size);
	/* 1 with *entry filled, or 0 after the last one. */
	int (*readdir)(struct file *file, struct dirent *entry);
};

struct file {
	struct inode *f_inode;
	const struct file_operations *f_operations;
	int f_flags;
	uint32_t f_position; /* bytes; in directories: entries */
	unsigned int f_users;
};

/* Opens an inode and keeps a use of it; NULL with *error set. */
struct file *file_open(struct inode *inode, int flags, int *error);
struct file *file_get(struct file *file);
void file_put(struct file *file);

/* Descriptors of the current process. */
struct file *file_of_descriptor(int fd);
int descriptor_allocate(struct file *file);

/* Reads from a given place, for the kernel's own purposes. */
int file_read_at(struct file *file, uint32_t position, void *buffer, size_t size);

/* Device drivers: what an open of the device file calls. */
void device_register(unsigned int device, const struct file_operations *operations);
const struct file_operations *device_operations(unsigned int device);

#endif
