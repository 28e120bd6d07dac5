/* How a program asks an i386 Linux for something, and how it begins. */
enum { SYS_EXIT = 1, SYS_FORK = 2, SYS_READ = 3, SYS_WRITE = 4, SYS_OPEN = 5, SYS_CLOSE = 6, SYS_UNLINK = 10,
       SYS_EXECVE = 11, SYS_MKNOD = 14, SYS_GETPID = 20, SYS_MOUNT = 21, SYS_MKDIR = 39, SYS_RMDIR = 40, SYS_UMOUNT2 = 52, SYS_IOCTL = 54, SYS_SETSID = 66,
       SYS_INIT_MODULE = 128, SYS_DELETE_MODULE = 129, SYS_NANOSLEEP = 162, SYS_CLOCK_NANOSLEEP = 407 };

static int call5(int number, word a, word b, word c, word d, word e)
{
	int result;
	__asm__ volatile("int $0x80" : "=a"(result) : "0"(number), "b"(a), "c"(b), "d"(c), "S"(d), "D"(e) : "memory");
	return result;
}

/* Begins with its stack, aligned. */
__asm__(".globl _start\n_start:\n\txorl %ebp, %ebp\n\tmovl %esp, %eax\n\tandl $-16, %esp\n\tsubl $12, %esp\n"
	"\tpushl %eax\n\tcall start\n");
