static int differs(int (*one)(struct s *, int), int (*other)(struct s *, int))
{
	for (int k = 0; k < 9; k++) {
		struct s left = { 1, 2, 0 }, right = { 1, 2, 0 };
		if (one(&left, k) != other(&right, k) || left.a != right.a || left.b != right.b)
			return 1;
	}
	return 0;
}
int main(void)
{
	char left[8] = "abcdefg", right[8] = "abcdefg";
	if (into_element(left, 3) != into_element_r(right, 3) || __builtin_memcmp(left, right, 8))
		return 6;
	return differs(by_cast, by_cast_r) ? 1 : differs(by_bytes, by_bytes_r) ? 2 : differs(by_number, by_number_r) ? 3 :
		differs(by_itself, by_itself_r) ? 4 : differs(by_table, by_table_r) ? 5 : 0;
}
