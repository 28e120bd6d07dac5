/*
 * Pipes. Their inodes belong to a file system of their own that has no names:
 * a second user of the function tables, quite unlike the first.
 */
#include "abi/errno.h"
#include "abi/fcntl.h"
#include "fs/file.h"
#include "fs/inode.h"
#include "kernel/syscall.h"
#include "kernel/wait-queue.h"
#include "mm/kmalloc.h"
#include "mm/user-memory.h"

#define PIPE_SIZE 1024 /* bytes on their way; a power of two */

struct pipe {
	struct inode inode;
	char data[PIPE_SIZE];
	uint32_t read_count; /* bytes ever read and written */
	uint32_t write_count;
	unsigned int readers; /* open ends */
	unsigned int writers;
	struct wait_queue changed;
};

static struct pipe *pipe_of(const struct inode *inode)
{
	return container_of(inode, struct pipe, inode);
}

static int pipe_open(struct inode *inode, struct file *file)
{
	if (file->f_flags & O_WRONLY)
		pipe_of(inode)->writers++;
	else
		pipe_of(inode)->readers++;
	return 0;
}

static void pipe_release(struct file *file)
{
	struct pipe *pipe = pipe_of(file->f_inode);

	if (file->f_flags & O_WRONLY)
		pipe->writers--;
	else
		pipe->readers--;
	wake_all(&pipe->changed);
}

static int pipe_read(struct file *file, char *buffer, size_t size)
{
	struct pipe *pipe = pipe_of(file->f_inode);
	size_t done = 0;

	while (pipe->read_count == pipe->write_count) {
		if (pipe->writers == 0)
			return 0;
		wait_on(&pipe->changed);
	}
	while (done < size && pipe->read_count != pipe->write_count)
		buffer[done++] = pipe->data[pipe->read_count++ % PIPE_SIZE];
	wake_all(&pipe->changed);
	return (int)done;
}

static int pipe_write(struct file *file, const char *buffer, size_t size)
{
	struct pipe *pipe = pipe_of(file->f_inode);
	size_t done = 0;

	while (done < size) {
		if (pipe->readers == 0)
			return done ? (int)done : -EPIPE;
		if (pipe->write_count - pipe->read_count < PIPE_SIZE) {
			pipe->data[pipe->write_count++ % PIPE_SIZE] = buffer[done++];
			continue;
		}
		wake_all(&pipe->changed);
		wait_on(&pipe->changed);
	}
	wake_all(&pipe->changed);
	return (int)done;
}

static const struct file_operations pipe_file_operations = {
	.open = pipe_open,
	.release = pipe_release,
	.read = pipe_read,
	.write = pipe_write,
};

static struct inode *pipe_allocate_inode(struct super_block *super)
{
	struct pipe *pipe = kmalloc_zeroed(sizeof(*pipe));

	(void)super;
	if (!pipe)
		return NULL;
	wait_queue_init(&pipe->changed);
	return &pipe->inode;
}

static void pipe_release_inode(struct inode *inode)
{
	kfree(pipe_of(inode));
}

static const struct super_operations pipe_super_operations = {
	.allocate_inode = pipe_allocate_inode,
	.release_inode = pipe_release_inode,
};

static struct super_block pipe_file_system = {
	.s_name = "pipefs",
	.s_operations = &pipe_super_operations,
	.s_next_number = 1,
};

static int open_end(struct inode *inode, int flags)
{
	int error;
	struct file *file = file_open(inode, flags, &error);
	int fd = file ? descriptor_allocate(file) : error;

	if (file && fd < 0)
		file_put(file);
	return fd;
}

/* fds[0] gets the end to read from, fds[1] the end to write to. */
int sys_pipe(int __user *fds)
{
	struct inode *inode = inode_allocate(&pipe_file_system);
	int ends[2] = { -ENOMEM, -ENOMEM };
	int error;

	if (!inode)
		return -ENOMEM;
	inode_init_owner(inode, NULL, S_IFIFO | 0600);
	inode->i_file_operations = &pipe_file_operations;
	ends[0] = open_end(inode, O_RDONLY);
	ends[1] = ends[0] < 0 ? ends[0] : open_end(inode, O_WRONLY);
	inode_put(inode);
	error = ends[1] < 0 ? ends[1] : copy_to_user(fds, ends, sizeof(ends));
	if (error && ends[0] >= 0)
		sys_close(ends[0]);
	if (error && ends[1] >= 0)
		sys_close(ends[1]);
	return error;
}
