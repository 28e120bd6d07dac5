/*
 * weft_known SCRIPT DIST cc WORDS...: a compile that `weft cc` once found to be the compiler's own, untouched by any
 * aspect, is that again while all it was found from is as it was. Then this process becomes the compiler; else it becomes
 * the shell script SCRIPT, which asks. Knows nothing of C and nothing of aspects: a kept answer (written by
 * compile/cc/kept-answers.ts) lists the files and folders to look at.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define MAGIC "weft known 1\n\n\n\n"
#define LONGEST 4096

struct reader {
	const unsigned char *at, *end;
};

struct bytes {
	const unsigned char *start;
	uint32_t length;
};

/* Each returns 0 where the file ends too early. */
static int take(struct reader *from, uint32_t length, const unsigned char **found)
{
	if ((size_t)(from->end - from->at) < length)
		return 0;
	*found = from->at;
	from->at += length;
	return 1;
}

static int take_number(struct reader *from, uint32_t *number)
{
	const unsigned char *b;

	if (!take(from, 4, &b))
		return 0;
	*number = b[0] | b[1] << 8 | b[2] << 16 | (uint32_t)b[3] << 24;
	return 1;
}

static int take_bytes(struct reader *from, struct bytes *found)
{
	return take_number(from, &found->length) && take(from, found->length, &found->start);
}

struct stamp {
	uint32_t low, high;
};

static int take_stamp(struct reader *from, struct stamp *stamp)
{
	return take_number(from, &stamp->low) && take_number(from, &stamp->high);
}

static struct stamp mixed(const uint64_t *values, int count)
{
	struct stamp stamp = { 0x811c9dc5u, 0x9747b28cu };
	int i;

	for (i = 0; i < 2 * count; i++) {
		uint32_t word = (uint32_t)(values[i / 2] >> (i % 2 * 32));

		stamp.low = (stamp.low ^ word) * 0x9e3779b1u;
		stamp.low ^= stamp.low >> 15;
		stamp.high = (stamp.high ^ word) * 0x85ebca6bu;
		stamp.high ^= stamp.high >> 13;
	}
	return stamp;
}

static struct stamp stamp_of(const struct stat *file)
{
	uint64_t values[] = {
		file->st_dev, file->st_ino, (uint64_t)file->st_size,
		(uint64_t)file->st_mtim.tv_sec * 1000000000u + (uint64_t)file->st_mtim.tv_nsec,
		(uint64_t)file->st_ctim.tv_sec * 1000000000u + (uint64_t)file->st_ctim.tv_nsec,
	};

	return mixed(values, 5);
}

static struct stamp place_of(const struct stat *folder)
{
	uint64_t values[] = { folder->st_dev, folder->st_ino };

	return mixed(values, 2);
}

static int is_same(struct stamp one, struct stamp other)
{
	return one.low == other.low && one.high == other.high;
}

/* `path` has room for a name behind it. */
static int has_none(char *path, size_t length, struct bytes names)
{
	struct stat file;
	const char *name = (const char *)names.start, *end = name + names.length;

	path[length++] = '/';
	while (name < end) {
		size_t size = strnlen(name, (size_t)(end - name));

		if (name + size == end || length + size >= LONGEST)
			return 0;
		memcpy(path + length, name, size + 1);
		/* A link into nowhere may lead somewhere later. */
		if (lstat(path, &file) == 0 || (errno != ENOENT && errno != ENOTDIR))
			return 0;
		name += size + 1;
	}
	return 1;
}

static int ends_in(const char *name, const char *ending)
{
	size_t length = strlen(name), tail = strlen(ending);

	return length >= tail && strcmp(name + length - tail, ending) == 0;
}

static int is_among(const char *name, struct bytes names)
{
	const char *at = (const char *)names.start, *end = at + names.length;

	for (; at < end; at += strlen(at) + 1)
		if (strcmp(at, name) == 0)
			return 1;
	return 0;
}

/* The first of the names is what the others end in. */
static int has_only(const char *path, struct bytes names)
{
	const char *ending = (const char *)names.start;
	struct bytes listed;
	struct dirent *entry;
	uint32_t i, missing = 0;
	int others = 0;
	DIR *folder;

	if (names.length == 0 || ending[names.length - 1] != '\0')
		return 0;
	listed.start = names.start + strlen(ending) + 1;
	listed.length = names.length - (uint32_t)strlen(ending) - 1;
	for (i = 0; i < listed.length; i++)
		missing += listed.start[i] == '\0';
	folder = opendir(path);
	if (folder == NULL)
		return 0;
	while ((entry = readdir(folder)) != NULL && !others)
		if (ends_in(entry->d_name, ending)) {
			others = !is_among(entry->d_name, listed);
			missing--;
		}
	closedir(folder);
	return !others && missing == 0;
}

static int holds_fact(struct reader *from, int kind, char *path, size_t length)
{
	struct stamp stamp, place;
	struct bytes names;
	struct stat file;
	int is_there = stat(path, &file) == 0;

	if (kind == 3)
		return !is_there;
	if (!take_stamp(from, &stamp))
		return 0;
	if (kind == 1)
		return is_there && is_same(stamp_of(&file), stamp);
	if ((kind != 2 && kind != 4) || !take_stamp(from, &place) || !take_bytes(from, &names) || !is_there)
		return 0;
	if (is_same(stamp_of(&file), stamp))
		return 1;
	if (!is_same(place_of(&file), place))
		return 0;
	return kind == 2 ? has_none(path, length, names) : has_only(path, names);
}

static int holds(struct reader *from)
{
	char path[LONGEST + 1] = "";
	uint32_t count;

	if (!take_number(from, &count))
		return 0;
	while (count-- > 0) {
		const unsigned char *head, *rest;
		size_t shared, length;

		if (!take(from, 4, &head))
			return 0;
		shared = head[1];
		length = head[2] | (size_t)head[3] << 8;
		if (shared + length >= LONGEST || !take(from, (uint32_t)length, &rest))
			return 0;
		memcpy(path + shared, rest, length);
		path[shared + length] = '\0';
		if (!holds_fact(from, head[0], path, shared + length))
			return 0;
		path[shared + length] = '\0';
	}
	return from->at == from->end;
}

struct key {
	char *text;
	size_t length, room;
};

static void add(struct key *key, const char *text)
{
	size_t length = strlen(text) + 1;

	if (key->length + length > key->room) {
		key->room = 2 * key->room + length;
		key->text = realloc(key->text, key->room);
		if (key->text == NULL)
			exit(1);
	}
	memcpy(key->text + key->length, text, length);
	key->length += length;
}

static const char *variable(const char *name)
{
	const char *value = getenv(name);

	return value == NULL ? "" : value;
}

/* What the call is, as far as it can be told without looking at files. */
static struct key key_of(const char *dist, char **words)
{
	struct key key = { NULL, 0, 0 };
	char folder[LONGEST];

	if (getcwd(folder, sizeof folder) == NULL)
		return key;
	add(&key, dist);
	add(&key, folder);
	add(&key, variable("PATH"));
	add(&key, variable("WEFT_PROJECT"));
	while (*words != NULL)
		add(&key, *words++);
	return key;
}

/* The file of the answer; 0 where it has no place. */
static int name_of(const struct key *key, char *name, size_t room)
{
	uint32_t low = 0x811c9dc5u, high = 0x9747b28cu;
	const char *cache = variable("XDG_CACHE_HOME"), *below = "";
	size_t i;
	int length;

	for (i = 0; i < key->length; i++) {
		low = (low ^ (unsigned char)key->text[i]) * 0x01000193u;
		high = (high ^ (unsigned char)key->text[i]) * 0x85ebca6bu;
		high ^= high >> 13;
	}
	if (*cache == '\0') {
		cache = variable("HOME");
		below = "/.cache";
	}
	if (*cache != '/')
		return 0;
	length = snprintf(name, room, "%s%s/weft/known/%08x%08x", cache, below, high, low);
	return length > 0 && (size_t)length < room;
}

#define DAY 86400

/* The whole file, when nobody else can have written it; used files are kept. */
static struct reader open_answer(const char *name)
{
	struct reader none = { NULL, NULL };
	struct stat file;
	void *found;
	int fd = open(name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);

	if (fd < 0)
		return none;
	if (fstat(fd, &file) != 0 || !S_ISREG(file.st_mode) || file.st_uid != geteuid() ||
	    (file.st_mode & (S_IWGRP | S_IWOTH)) != 0 || file.st_size == 0) {
		close(fd);
		return none;
	}
	found = mmap(NULL, (size_t)file.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
	if (found != MAP_FAILED && time(NULL) - file.st_mtim.tv_sec > DAY)
		futimens(fd, NULL);
	close(fd);
	if (found == MAP_FAILED)
		return none;
	return (struct reader){ found, (unsigned char *)found + file.st_size };
}

static volatile sig_atomic_t child;

static void pass_on(int number)
{
	if (child > 0)
		kill(child, number);
}

/* The make rule that names aspects too takes the place of the compiler's; as before, since all else is as before. */
static int write_rule(const char *file, struct bytes text)
{
	char name[LONGEST];
	const char *slash = strrchr(file, '/');
	int fd, length = (int)(slash - file) + 1;
	size_t done = 0;

	if (snprintf(name, sizeof name, "%.*s.weft-%ld-0-%s", length, file, (long)getpid(), slash + 1) >= LONGEST)
		return 0;
	fd = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
	if (fd < 0)
		return 0;
	while (done < text.length) {
		ssize_t now = write(fd, text.start + done, text.length - done);

		if (now < 0 && errno != EINTR)
			break;
		done += now > 0 ? (size_t)now : 0;
	}
	if (close(fd) == 0 && done == text.length && rename(name, file) == 0)
		return 1;
	unlink(name);
	return 0;
}

static int compile(char **compiler)
{
	static const int passed[] = { SIGINT, SIGTERM, SIGHUP };
	struct sigaction action = { .sa_handler = pass_on }, old[3];
	int status, i;

	for (i = 0; i < 3; i++)
		sigaction(passed[i], &action, &old[i]);
	child = fork();
	if (child == 0) {
		for (i = 0; i < 3; i++)
			sigaction(passed[i], &old[i], NULL);
		execvp(compiler[0], compiler);
		_exit(127);
	}
	if (child < 0)
		return -1;
	while (waitpid(child, &status, 0) < 0)
		if (errno != EINTR)
			return -1;
	if (WIFSIGNALED(status)) {
		signal(WTERMSIG(status), SIG_DFL);
		raise(WTERMSIG(status));
		return 128 + WTERMSIG(status);
	}
	return WEXITSTATUS(status);
}

/* Returns only where nothing is known. */
static void answer(const char *dist, char **words)
{
	static const char *const searched[] = { "CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH", "OBJC_INCLUDE_PATH",
		"GCC_EXEC_PREFIX", "COMPILER_PATH", "CCC_OVERRIDE_OPTIONS" };
	struct key key;
	struct reader from;
	struct bytes kept, file, text;
	const unsigned char *magic;
	char name[LONGEST], *rule;
	uint32_t skipped;
	int code, count = 0;
	size_t i;

	for (i = 0; i < sizeof searched / sizeof *searched; i++)
		if (*variable(searched[i]) != '\0')
			return;
	key = key_of(dist, words);
	if (key.text == NULL || !name_of(&key, name, sizeof name))
		return;
	from = open_answer(name);
	if (from.at == NULL || !take(&from, sizeof MAGIC - 1, &magic) || memcmp(magic, MAGIC, sizeof MAGIC - 1) != 0)
		return;
	if (!take_bytes(&from, &kept) || kept.length != key.length || memcmp(kept.start, key.text, key.length) != 0)
		return;
	if (!take_number(&from, &skipped) || !take_bytes(&from, &file) || !take_bytes(&from, &text) || !holds(&from))
		return;
	while (words[count] != NULL)
		count++;
	if (skipped >= (uint32_t)count)
		return;
	if (file.length == 0) {
		execvp(words[skipped], words + skipped);
		return;
	}
	rule = strndup((const char *)file.start, file.length);
	if (rule == NULL || *rule != '/')
		return;
	code = compile(words + skipped);
	if (code >= 0)
		exit(code == 0 && !write_rule(rule, text) ? 1 : code);
}

int main(int count, char **words)
{
	if (count < 4)
		return 2;
	answer(words[2], words + 3);
	setenv("WEFT_KNOWN", "no", 1);
	words[0] = (char *)"sh";
	memmove(words + 2, words + 3, (size_t)(count - 2) * sizeof *words);
	execv("/bin/sh", words);
	perror("weft: /bin/sh");
	return 126;
}
