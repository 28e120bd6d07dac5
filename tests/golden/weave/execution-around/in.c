int read_block(int device, char *to, unsigned long size);

int read_block(int device, char *to, unsigned long size)
{
	if (device < 0)
		return -1;
	to[0] = (char)size;
	return 0;
}
