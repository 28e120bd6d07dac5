struct inode { unsigned uid; int mode : 9; struct inode *parent; int counts[4]; };
int check(struct inode *node, int wanted);
static int depth;

int chown(struct inode *node, unsigned uid)
{
	if (check(node->parent, 2))
		node->uid = uid + node->parent->uid;
	node->mode |= 4;
	node->counts[depth++] += 1;
	return node->mode;
}
