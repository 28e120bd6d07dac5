int main(void)
{
	struct x one = { 1 }, other = { 1 };
	int five = 5;
	return all(&OPS, &one, &five) != all_r(&OPS, &other, &five) || one.n != other.n;
}
