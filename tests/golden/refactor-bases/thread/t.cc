#include "t.h"

int sum(Thread *thread)
{
	return thread->get_id() + thread->priority;
}
