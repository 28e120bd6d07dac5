int main(void)
{
	for (int k = 0; k < 3; k++) {
		struct s one = { -7, -5, { -1, -2, -3, 4 } }, other = one;
		if (shifted(&one, 1) != shifted_r(&other, 1) || updated(&one, 1) != updated_r(&other, 1) || one.b != other.b)
			return 1;
		if (element(&one, 1, k) != element_r(&other, 1, k) || address(&one, 1) != address_r(&other, 1))
			return 2;
		if (followed(&one, 1) != followed_r(&other, 1) || of_string(k, 1) != of_string_r(k, 1))
			return 3;
		if (sizes(1, k) != sizes_r(1, k) || sized(9, k) != sized_r(9, k))
			return 4;
	}
	return 0;
}
