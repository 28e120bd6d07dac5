struct request { int status; };

int submit(struct request *r)
{
	if (!r)
		return -1;
	if (r->status < 0)
		return r->status;
	return 0;
}

void finish(struct request *r)
{
	if (!r)
		return;
	r->status = 0;
}
