struct file { const struct operations *operations; int at, size; };
struct operations { int (*seek)(struct file *, int); int (*read)(struct file *, char *, int); };
extern int copy_out(char *to, int from, int count);

static int memory_seek(struct file *file, int to)
{
	if (to < 0 || to > file->size)
		return -22;
	return file->at = to;
}

static int memory_read(struct file *file, char *to, int count)
{
	if (count > file->size - file->at)
		count = file->size - file->at;
	copy_out(to, file->at, count);
	file->at += count;
	return count;
}

static const struct operations memory = { memory_seek, memory_read };

int read_at(struct file *file, char *to, int count, int at)
{
	if (!file->operations || !file->operations->seek || !file->operations->read)
		return -38;
	if (file->operations->seek(file, at) < 0)
		return -22;
	return file->operations->read(file, to, count);
}
