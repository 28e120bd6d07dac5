#ifndef T_H
#define T_H
class Thread {
	int id;
	unsigned long *stack;
#ifdef CONFIG_NAMES
	const char *name;
#endif

public:
	Thread(int id, unsigned long *base);
	~Thread();
	void exit();
#ifdef CONFIG_NAMES
	const char *get_name() const { return name; }
	void set_name(const char *new_name);
#endif
};
void leave(int);
void forget(const char *);
void clear(unsigned long *);
#endif
