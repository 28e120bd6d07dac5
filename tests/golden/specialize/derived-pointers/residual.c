/* by_cast where p noalias.
 * Made by weft specialize from made.spec; belongs to the end of unit.c. */
int by_cast_r(struct s *p, int k)
{
	p->a = k;
	return p->a;
}

/* by_bytes where p noalias.
 * Made by weft specialize from made.spec; belongs to the end of unit.c. */
int by_bytes_r(struct s *p, int k)
{
	p->a = 5;
	((char *)p)[k & 3] = 1;
	return p->a;
}

/* by_number where p noalias.
 * Made by weft specialize from made.spec; belongs to the end of unit.c. */
int by_number_r(struct s *p, int k)
{
	unsigned int u;
	p->a = 5;
	u = (unsigned)p;
	((struct s *)u)->a = k;
	return p->a;
}

/* by_itself where p noalias.
 * Made by weft specialize from made.spec; belongs to the end of unit.c. */
int by_itself_r(struct s *p, int k)
{
	p->a = 5;
	p->q = (char *)p;
	((char *)p)[k & 3] = 3;
	return p->a;
}

/* by_table where p noalias.
 * Made by weft specialize from made.spec; belongs to the end of unit.c. */
int by_table_r(struct s *p, int k)
{
	struct s * t[2];
	p->a = 5;
	t[0] = p;
	t[1] = p;
	t[k & 1]->a = k;
	return p->a;
}

/* into_element where n == 3.
 * Made by weft specialize from made.spec; belongs to the end of unit.c. */
int into_element_r(char *b, int n)
{
	short buffer[3];
	char buffer_2[8];
	(void)n;
	buffer_2[0] = *b;
	buffer_2[1] = b[1];
	buffer_2[2] = b[2];
	b[1] = buffer_2[0];
	buffer[0] = 9;
	*buffer += filled(b + 4, 3);
	return buffer[0] + sizeof(buffer);
}
