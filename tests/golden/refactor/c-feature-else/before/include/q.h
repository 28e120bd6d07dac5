struct queue {
	int length;
#ifdef CONFIG_STATS
	unsigned long puts;
#else
	char pad[4];
#endif
	int *items;
};
void note(struct queue *, int);
void forget(struct queue *);
int pick(struct queue *);
