/*
 * The first contents of the root file system. The programs are linked into the
 * kernel image by the Makefile, each as a complete executable file.
 */
#include "fs/populate.h"

#include "abi/fcntl.h"
#include "drivers/devices.h"
#include "fs/file.h"
#include "fs/namei.h"
#include "kernel/panic.h"

struct embedded_program {
	const char *path;
	const char *start;
	const char *end;
};

extern const struct embedded_program embedded_programs[];
extern const uint32_t embedded_program_count;

static struct inode *must_create(const char *path, mode_t mode, unsigned int device)
{
	int error;
	struct inode *inode = path_create(path, mode, device, &error);

	if (!inode)
		panic("cannot create %s: error %d", path, -error);
	return inode;
}

static void create(const char *path, mode_t mode, unsigned int device)
{
	inode_put(must_create(path, mode, device));
}

static void create_program(const struct embedded_program *program)
{
	int error;
	int size = (int)(program->end - program->start);
	struct inode *inode = must_create(program->path, S_IFREG | 0755, DEVICE_NONE);
	struct file *file = file_open(inode, O_WRONLY, &error);

	if (!file || file->f_operations->write(file, program->start, (size_t)size) != size)
		panic("cannot write %s", program->path);
	file_put(file);
	inode_put(inode);
}

void root_populate(void)
{
	create("/bin", S_IFDIR | 0755, DEVICE_NONE);
	create("/dev", S_IFDIR | 0755, DEVICE_NONE);
	create("/tmp", S_IFDIR | 0777, DEVICE_NONE);
	create("/var", S_IFDIR | 0755, DEVICE_NONE);
	create("/dev/null", S_IFCHR | 0666, DEVICE_NULL);
	create("/dev/console", S_IFCHR | 0666, DEVICE_CONSOLE);
	for (uint32_t i = 0; i < embedded_program_count; i++)
		create_program(&embedded_programs[i]);
}
