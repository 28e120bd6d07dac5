#include "t.h"

Thread::Thread(int new_id, unsigned long *base) : id(new_id), stack(base)
{
#ifdef CONFIG_NAMES
	name = 0;
#endif
	clear(stack);
}

Thread::~Thread()
{
	clear(stack);
#ifdef CONFIG_NAMES
	forget(name);
#endif
}

void Thread::exit()
{
	clear(stack);
#ifdef CONFIG_NAMES
	forget(get_name());
#endif
	leave(id);
}

#ifdef CONFIG_NAMES

void Thread::set_name(const char *new_name)
{
	name = new_name;
}

#endif
