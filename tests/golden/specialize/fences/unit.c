struct p { int state, other; };
int f(struct p *p)
{
	if (p->state)
		return 1;
	__sync_synchronize();
	if (p->state)
		return 2;
	__atomic_thread_fence(5);
	p->other = 1;
	__atomic_signal_fence(5);
	return p->state;
}
