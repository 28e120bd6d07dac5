/* Objects where there is memory for them. */
#ifndef PLACEMENT_HXX
#define PLACEMENT_HXX

inline void *operator new(__SIZE_TYPE__, void *memory)
{
	return memory;
}

#endif
