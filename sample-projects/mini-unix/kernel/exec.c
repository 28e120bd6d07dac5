/*
 * exec(): another program in the same process. The new address space is built
 * completely before the old one goes, so a bad file leaves the caller alive.
 */
#include "abi/errno.h"
#include "abi/fcntl.h"
#include "arch/cpu.h"
#include "arch/trap.h"
#include "fs/file.h"
#include "fs/namei.h"
#include "kernel/elf.h"
#include "kernel/process.h"
#include "kernel/string.h"
#include "kernel/syscall.h"
#include "mm/kmalloc.h"
#include "mm/pages.h"
#include "mm/paging.h"
#include "mm/user-memory.h"

#define ARGUMENT_MAX 8
#define ARGUMENT_SIZE 64

/* Maps and fills the pages of one segment. */
static int load_segment(uint32_t *directory, struct file *file, const struct elf_segment *segment,
			char *buffer)
{
	uint32_t end = segment->address + segment->memory_size;
	uint32_t flags = segment->flags & ELF_SEGMENT_WRITABLE ? PAGE_WRITABLE : 0;
	int error = 0;

	if (end < segment->address || end > USER_STACK_TOP || segment->address < PAGE_SIZE ||
	    segment->file_size > segment->memory_size)
		return -ENOEXEC;
	for (uint32_t page = ROUND_DOWN(segment->address, PAGE_SIZE); page < end && !error;
	     page += PAGE_SIZE)
		error = page_map_new(directory, page, flags);
	for (uint32_t done = 0; done < segment->file_size && !error;) {
		size_t size = min(segment->file_size - done, (uint32_t)PAGE_SIZE);

		if (file_read_at(file, segment->offset + done, buffer, size) != (int)size)
			return -ENOEXEC;
		error = copy_to_directory(directory, segment->address + done, buffer, size);
		done += size;
	}
	return error;
}

static int load_program(uint32_t *directory, struct file *file, uint32_t *entry)
{
	struct elf_header header;
	struct elf_segment segment;
	char *buffer = page_allocate_zeroed();
	int error = buffer ? 0 : -ENOMEM;

	if (!error && (file_read_at(file, 0, &header, sizeof(header)) != sizeof(header) ||
		       header.magic != ELF_MAGIC || header.type != ELF_EXECUTABLE ||
		       header.machine != ELF_MACHINE_386 ||
		       header.segment_size != sizeof(segment)))
		error = -ENOEXEC;
	for (unsigned int i = 0; !error && i < header.segment_count; i++) {
		uint32_t position = header.segment_offset + i * sizeof(segment);

		if (file_read_at(file, position, &segment, sizeof(segment)) != sizeof(segment))
			error = -ENOEXEC;
		else if (segment.type == ELF_SEGMENT_LOAD)
			error = load_segment(directory, file, &segment, buffer);
	}
	if (!error)
		*entry = header.entry;
	if (buffer)
		page_put(buffer);
	return error;
}

/* The stack as _start expects it: argc, argv[0] ... NULL, then the strings. */
static int build_stack(uint32_t *directory, char *const arguments[], int count, uint32_t *top)
{
	uint32_t words[ARGUMENT_MAX + 2] = { (uint32_t)count };
	uint32_t stack = USER_STACK_TOP;

	for (unsigned int page = 1; page <= USER_STACK_PAGES; page++)
		if (page_map_new(directory, USER_STACK_TOP - page * PAGE_SIZE, PAGE_WRITABLE))
			return -ENOMEM;
	for (int i = count - 1; i >= 0; i--) {
		size_t size = strlen(arguments[i]) + 1;

		stack -= size;
		if (copy_to_directory(directory, stack, arguments[i], size))
			return -E2BIG;
		words[1 + i] = stack;
	}
	stack = ROUND_DOWN(stack, 16) - 64;
	*top = stack;
	return copy_to_directory(directory, stack, words, ((uint32_t)count + 2) * sizeof(uint32_t));
}

/* Point of no return: the process becomes the new program. */
static void become(uint32_t *directory, uint32_t entry, uint32_t stack)
{
	uint32_t *old = current->page_directory;

	current->page_directory = directory;
	page_directory_load(directory);
	if (old != kernel_page_directory)
		page_directory_destroy(old);
	*current->trap_frame = (struct trap_frame){
		.ds = USER_DATA_SEGMENT,
		.es = USER_DATA_SEGMENT,
		.eip = entry,
		.cs = USER_CODE_SEGMENT,
		.eflags = EFLAGS_INTERRUPTS,
		.esp = stack,
		.ss = USER_DATA_SEGMENT,
	};
}

/* A set-uid program gets the rights of the file's owner. */
static void take_owner_rights(const struct inode *inode)
{
	if (inode->i_mode & S_ISUID)
		current->credentials.euid = inode->i_uid;
	if (inode->i_mode & S_ISGID)
		current->credentials.egid = inode->i_gid;
}

static struct file *open_program(const char *path, int *error)
{
	struct inode *inode = path_lookup(path, error);
	struct file *file = NULL;

	if (!inode)
		return NULL;
	*error = S_ISREG(inode->i_mode) ? inode_permission(inode, MAY_EXEC) : -EACCES;
	if (!*error)
		file = file_open(inode, O_RDONLY, error);
	inode_put(inode);
	return file;
}

static const char *last_name(const char *path)
{
	const char *name = path;

	for (; *path; path++)
		if (*path == '/')
			name = path + 1;
	return name;
}

int process_exec(const char *path, char *const arguments[], int count)
{
	int error;
	uint32_t entry;
	uint32_t stack;
	struct file *file = open_program(path, &error);
	uint32_t *directory;

	if (!file)
		return error;
	directory = page_directory_create();
	error = directory ? load_program(directory, file, &entry) : -ENOMEM;
	if (!error)
		error = build_stack(directory, arguments, count, &stack);
	if (error) {
		if (directory)
			page_directory_destroy(directory);
	} else {
		take_owner_rights(file->f_inode);
		string_copy(current->name, last_name(path), sizeof(current->name));
		become(directory, entry, stack);
	}
	file_put(file);
	return error;
}

/* Copies the strings of argv, one behind the other; returns their number. */
static int copy_arguments(char *const __user *from, char strings[][ARGUMENT_SIZE],
			  char *arguments[])
{
	for (int count = 0; count <= ARGUMENT_MAX; count++) {
		char *argument;
		int length;

		if (copy_from_user(&argument, from + count, sizeof(argument)))
			return -EFAULT;
		if (!argument)
			return count;
		if (count == ARGUMENT_MAX)
			return -E2BIG;
		length = copy_string_from_user(strings[count], argument, ARGUMENT_SIZE);
		if (length < 0)
			return length == -ENAMETOOLONG ? -E2BIG : length;
		arguments[count] = strings[count];
	}
	return -E2BIG;
}

int sys_exec(const char __user *path, char *const __user *arguments)
{
	char path_copy[PATH_SIZE];
	char strings[ARGUMENT_MAX][ARGUMENT_SIZE];
	char *pointers[ARGUMENT_MAX];
	int count;
	int length = copy_string_from_user(path_copy, path, sizeof(path_copy));

	if (length < 0)
		return length;
	count = copy_arguments(arguments, strings, pointers);
	if (count < 0)
		return count;
	return process_exec(path_copy, pointers, count);
}
