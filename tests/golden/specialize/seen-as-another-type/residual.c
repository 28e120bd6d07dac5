/* shifted where n == 1.
 * Made by weft specialize from made.spec; belongs to the end of unit.c. */
u32 shifted_r(struct s *p, int n)
{
	(void)n;
	return *(u32 *)&p->b >> 1;
}

/* updated where n == 1.
 * Made by weft specialize from made.spec; belongs to the end of unit.c. */
u32 updated_r(struct s *p, int n)
{
	(void)n;
	*(u32 *)&p->b >>= 1;
	return *(u32 *)&p->b / 3;
}

/* element where n == 1.
 * Made by weft specialize from made.spec; belongs to the end of unit.c. */
u32 element_r(struct s *p, int n, int k)
{
	(void)n;
	return (((u32 *)p->more)[k] >> 1) + (*(u32 *)&p->more[1] >> 1) + (*(u32 *)&p->more[1] >> 1);
}

/* address where n == 1.
 * Made by weft specialize from made.spec; belongs to the end of unit.c. */
u32 address_r(struct s *p, int n)
{
	(void)n;
	return (*(u32 *)&p->a >> 1) + (p->a >> 1);
}

/* followed where n == 1.
 * Made by weft specialize from made.spec; belongs to the end of unit.c. */
u32 followed_r(struct s *p, int n)
{
	u32 result;
	u32 result_2;
	(void)n;
	result = *(const u32 *)&p->a >> 1;
	result_2 = *(const u32 *)&p->more[1] >> 1;
	return result + result_2;
}

/* of_string where n == 1.
 * Made by weft specialize from made.spec; belongs to the end of unit.c. */
u32 of_string_r(int k, int n)
{
	(void)n;
	return (((const unsigned char *)"\377\376\375")[k] >> 1) + 127;
}

/* sizes where n == 1.
 * Made by weft specialize from made.spec; belongs to the end of unit.c. */
int sizes_r(int n, int k)
{
	(void)n;
	return sizeof(struct aligned) * 1u + sizeof(struct by_specifier) * 3 * 1u + (int)sizeof(struct by_name) * 5 + (int)sizeof(struct packed) * 7 + k;
}

/* sized where n == 9.
 * Made by weft specialize from made.spec; belongs to the end of unit.c. */
int sized_r(int n, int k)
{
	(void)n;
	return 9 == (int)sizeof(struct aligned) + 1 ? k : sizeof(struct packed) == 8 ? k + 1 : k + 2;
}
