struct cred {
	unsigned uid;
	int level;
};
int suser(void);
void audit(int level);

/* Behind suser() what was known of the credentials is known only where suser() is said to change nothing. */
int may(const struct cred *cred, int want)
{
	int level = want & 3;

	if (cred->uid == 0)
		return 1;
	if (suser())
		return 1;
	if (cred->uid != 0 && cred->level < level)
		audit(level);
	return 0;
}
