int main(void)
{
	struct p one = { 0, 7 }, other = { 0, 7 };
	return f(&one) != f_r(&other) || one.other != other.other;
}
