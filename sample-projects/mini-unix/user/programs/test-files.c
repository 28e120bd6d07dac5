/* Files and directories of the RAM file system, and the devices. */
#include "user/runtime/runtime.h"

#define BIG_SIZE 20000

static void test_write_and_read(void)
{
	static const char text[] = "hello, file";
	char buffer[32] = "";
	struct stat status;
	int fd = open("/tmp/a", O_RDWR | O_CREAT, 0644);

	check(fd >= 0, "open creates a file");
	check(write(fd, text, sizeof(text)) == sizeof(text), "write writes all");
	check(lseek(fd, 0, SEEK_SET) == 0, "lseek goes back");
	check(read(fd, buffer, sizeof(buffer)) == sizeof(text) && strcmp(buffer, text) == 0,
	      "read gets back what was written");
	check(read(fd, buffer, 1) == 0, "read at the end gives nothing");
	check(fstat(fd, &status) == 0 && status.st_size == sizeof(text) &&
		      status.st_mode == (S_IFREG | 0644) && status.st_nlink == 1,
	      "fstat tells size, mode and links");
	check(close(fd) == 0 && close(fd) == -EBADF, "close works once");
	check(open("/tmp/a", O_RDWR | O_CREAT | O_EXCL, 0644) == -EEXIST,
	      "O_EXCL refuses an existing file");
}

static void test_append_and_truncate(void)
{
	char buffer[8] = "";
	struct stat status;
	int fd = open("/tmp/a", O_WRONLY | O_TRUNC, 0);

	check(stat("/tmp/a", &status) == 0 && status.st_size == 0, "O_TRUNC empties a file");
	write(fd, "one", 3);
	close(fd);
	fd = open("/tmp/a", O_WRONLY | O_APPEND, 0);
	write(fd, "two", 3);
	check(read(fd, buffer, 3) == -EBADF, "a write-only file cannot be read");
	close(fd);
	fd = open("/tmp/a", O_RDONLY, 0);
	check(read(fd, buffer, 8) == 6 && memcmp(buffer, "onetwo", 6) == 0, "O_APPEND appends");
	check(write(fd, "x", 1) == -EBADF, "a read-only file cannot be written");
	close(fd);
}

static void test_big_file(void)
{
	static unsigned char data[BIG_SIZE];
	int wrong = 0;
	int fd = open("/tmp/big", O_RDWR | O_CREAT, 0600);

	for (int i = 0; i < BIG_SIZE; i++)
		data[i] = (unsigned char)(i * 7);
	check(write(fd, data, BIG_SIZE) == BIG_SIZE, "write over several pages");
	memset(data, 0, sizeof(data));
	lseek(fd, 0, SEEK_SET);
	check(read(fd, data, BIG_SIZE) == BIG_SIZE, "read over several pages");
	for (int i = 0; i < BIG_SIZE; i++)
		wrong += data[i] != (unsigned char)(i * 7);
	check(wrong == 0, "all bytes are right");
	lseek(fd, 30000, SEEK_SET);
	write(fd, "x", 1);
	lseek(fd, 25000, SEEK_SET);
	check(read(fd, data, 1) == 1 && data[0] == 0, "holes read as zeroes");
	check(lseek(fd, 0x7fffff00, SEEK_SET) > 0 && write(fd, "x", 1) == -EFBIG,
	      "a file cannot grow without end");
	close(fd);
	check(unlink("/tmp/big") == 0, "unlink removes a file");
}

static void test_unlinked_file(void)
{
	char buffer[4];
	struct stat status;
	int fd = open("/tmp/gone", O_RDWR | O_CREAT, 0600);

	write(fd, "data", 4);
	unlink("/tmp/gone");
	check(stat("/tmp/gone", &status) == -ENOENT, "an unlinked name is gone");
	lseek(fd, 0, SEEK_SET);
	check(read(fd, buffer, 4) == 4 && memcmp(buffer, "data", 4) == 0,
	      "its file lives until it is closed");
	close(fd);
}

static int count_entries(const char *path)
{
	struct dirent entry;
	int count = 0;
	int fd = open(path, O_RDONLY, 0);

	while (readdir(fd, &entry) > 0)
		count++;
	close(fd);
	return count;
}

static void test_directories(void)
{
	struct stat status;

	check(mkdir("/tmp/d", 0755) == 0, "mkdir");
	check(mkdir("/tmp/d", 0755) == -EEXIST, "mkdir of an existing name fails");
	check(stat("/tmp/d/../d/.", &status) == 0 && S_ISDIR(status.st_mode), "dot and dot-dot");
	close(open("/tmp/d/x", O_WRONLY | O_CREAT, 0644));
	close(open("/tmp/d/y", O_WRONLY | O_CREAT, 0644));
	check(count_entries("/tmp/d") == 2, "readdir lists the entries");
	check(rmdir("/tmp/d") == -ENOTEMPTY, "rmdir refuses a full directory");
	check(unlink("/tmp/d") == -EISDIR, "unlink refuses a directory");
	unlink("/tmp/d/x");
	unlink("/tmp/d/y");
	check(rmdir("/tmp/d") == 0, "rmdir removes an empty directory");
	check(open("/tmp/a/b", O_RDONLY, 0) == -ENOTDIR, "a file is no directory");
	check(open("/tmp/a-name-with-far-too-many-characters", O_CREAT, 0) == -ENAMETOOLONG,
	      "a long name is refused");
}

static void test_devices(void)
{
	char byte;
	struct stat status;
	int fd = open("/dev/null", O_RDWR, 0);

	check(write(fd, "x", 1) == 1 && read(fd, &byte, 1) == 0, "/dev/null");
	close(fd);
	fd = open("/dev/console", O_WRONLY, 0);
	check(fstat(fd, &status) == 0 && S_ISCHR(status.st_mode), "/dev/console is a device");
	check(write(fd, "       (written to /dev/console)\n", 33) == 33, "and takes text");
	close(fd);
}

static void test_descriptors(void)
{
	int fd = open("/tmp/a", O_RDONLY, 0);
	int copy = dup(fd);
	char byte;
	int last;

	check(read(fd, &byte, 1) == 1 && byte == 'o' && read(copy, &byte, 1) == 1 && byte == 'n',
	      "dup shares the position");
	close(fd);
	check(read(copy, &byte, 1) == 1, "a copy outlives the original");
	while ((last = dup(copy)) >= 0)
		;
	check(last == -EMFILE, "descriptors run out");
	for (fd = RESULTS_FD + 1; fd < 16; fd++)
		close(fd);
}

int main(void)
{
	test_write_and_read();
	test_append_and_truncate();
	test_big_file();
	test_unlinked_file();
	test_directories();
	test_devices();
	test_descriptors();
	return failed_checks();
}
