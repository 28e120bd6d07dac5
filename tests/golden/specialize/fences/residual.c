/* f where p->state == 0.
 * Made by weft specialize from made.spec; belongs to the end of unit.c. */
int f_r(struct p *p)
{
	__sync_synchronize();
	__atomic_thread_fence(5);
	p->other = 1;
	__atomic_signal_fence(5);
	return 0;
}
