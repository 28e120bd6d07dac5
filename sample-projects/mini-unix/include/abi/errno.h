/* Error numbers. System calls return them negated. */
#ifndef ABI_ERRNO_H
#define ABI_ERRNO_H

enum {
	EPERM = 1,
	ENOENT = 2,
	ESRCH = 3,
	E2BIG = 7,
	ENOEXEC = 8,
	EBADF = 9,
	ECHILD = 10,
	ENOMEM = 12,
	EACCES = 13,
	EFAULT = 14,
	EEXIST = 17,
	ENODEV = 19,
	ENOTDIR = 20,
	EISDIR = 21,
	EINVAL = 22,
	EMFILE = 24,
	EFBIG = 27,
	ESPIPE = 29,
	EPIPE = 32,
	ENAMETOOLONG = 36,
	ENOSYS = 38,
	ENOTEMPTY = 39,
};

#endif
