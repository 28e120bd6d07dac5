/* Open files, descriptors and device drivers. See fs/file.h. */
#include "fs/file.h"

#include "abi/errno.h"
#include "drivers/devices.h"
#include "fs/inode.h"
#include "kernel/panic.h"
#include "kernel/process.h"
#include "mm/kmalloc.h"

static const struct file_operations *device_table[DEVICE_COUNT];

void device_register(unsigned int device, const struct file_operations *operations)
{
	assert(device < DEVICE_COUNT);
	device_table[device] = operations;
}

const struct file_operations *device_operations(unsigned int device)
{
	return device < DEVICE_COUNT ? device_table[device] : NULL;
}

static const struct file_operations *operations_of(const struct inode *inode)
{
	if (S_ISCHR(inode->i_mode))
		return device_operations(inode->i_device);
	return inode->i_file_operations;
}

struct file *file_open(struct inode *inode, int flags, int *error)
{
	const struct file_operations *operations = operations_of(inode);
	struct file *file;

	if (!operations) {
		*error = -ENODEV;
		return NULL;
	}
	file = kmalloc_zeroed(sizeof(*file));
	if (!file) {
		*error = -ENOMEM;
		return NULL;
	}
	file->f_inode = inode_get(inode);
	file->f_operations = operations;
	file->f_flags = flags;
	file->f_users = 1;
	*error = operations->open ? operations->open(inode, file) : 0;
	if (*error) {
		inode_put(inode);
		kfree(file);
		return NULL;
	}
	return file;
}

struct file *file_get(struct file *file)
{
	file->f_users++;
	return file;
}

void file_put(struct file *file)
{
	if (--file->f_users > 0)
		return;
	if (file->f_operations->release)
		file->f_operations->release(file);
	inode_put(file->f_inode);
	kfree(file);
}

struct file *file_of_descriptor(int fd)
{
	return fd >= 0 && fd < OPEN_MAX ? current->files[fd] : NULL;
}

int descriptor_allocate(struct file *file)
{
	for (int fd = 0; fd < OPEN_MAX; fd++) {
		if (!current->files[fd]) {
			current->files[fd] = file;
			return fd;
		}
	}
	return -EMFILE;
}

int file_read_at(struct file *file, uint32_t position, void *buffer, size_t size)
{
	if (!file->f_operations->read)
		return -EINVAL;
	file->f_position = position;
	return file->f_operations->read(file, buffer, size);
}
