/* File modes, and the records that stat() and readdir() fill. */
#ifndef ABI_STAT_H
#define ABI_STAT_H

#include "abi/types.h"

#define S_IFMT 0170000
#define S_IFIFO 0010000
#define S_IFCHR 0020000
#define S_IFDIR 0040000
#define S_IFREG 0100000
#define S_ISUID 0004000
#define S_ISGID 0002000

#define S_ISFIFO(mode) (((mode) & S_IFMT) == S_IFIFO)
#define S_ISCHR(mode) (((mode) & S_IFMT) == S_IFCHR)
#define S_ISDIR(mode) (((mode) & S_IFMT) == S_IFDIR)
#define S_ISREG(mode) (((mode) & S_IFMT) == S_IFREG)

struct stat {
	ino_t st_ino;
	mode_t st_mode;
	uid_t st_uid;
	gid_t st_gid;
	uint32_t st_nlink;
	uint32_t st_size;  /* bytes */
	uint32_t st_mtime; /* milliseconds since boot */
};

#define NAME_MAX 31

struct dirent {
	ino_t d_ino;
	char d_name[NAME_MAX + 1];
};

#endif
