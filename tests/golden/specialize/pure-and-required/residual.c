/* may where want == 6, cred->uid == 3, cred->level == 1.
 * Made by weft specialize from made.spec; belongs to the end of unit.c. */
int may_write(const struct cred *cred, int want)
{
	(void)want;
	if (suser())
		return 1;
	if (cred->uid == 0)
		return 0;
	if (!(cred->level < 2))
		return 0;
	audit(2);
	return 0;
}

/* may where want == 6, cred->uid == 3, cred->level == 1.
 * Made by weft specialize from made.spec; belongs to the end of unit.c. */
int may_write_pure(const struct cred *cred, int want)
{
	(void)cred;
	(void)want;
	if (suser())
		return 1;
	audit(2);
	return 0;
}
