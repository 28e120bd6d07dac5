/* read_at where file->operations == &memory, at == 0.
 * Made by weft specialize from made.spec; belongs to the end of unit.c. */
int read_at_start(struct file *file, char *to, int count, int at)
{
	int result;
	int count_2;
	int result_2;
	(void)at;
	if (0 > file->size)
		return -22;
	result = file->at = 0;
	if (result < 0)
		return -22;
	count_2 = count;
	if (count_2 > file->size)
		count_2 = file->size;
	copy_out(to, 0, count_2);
	file->at += count_2;
	result_2 = count_2;
	return result_2;
}
