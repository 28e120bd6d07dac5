#ifndef I_H
#define I_H
struct inode {
	int number;
	unsigned int mode; /* kind and permissions */
	struct inode *next;
};
int mode_of(struct inode *inode);
#endif
