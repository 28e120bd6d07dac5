void changes(struct holder *h) { h->by = 0; }
static int differs(int (*one)(struct pair *, int), int (*other)(struct pair *, int), int n)
{
	struct pair a, b;
	__builtin_memset(&a, 1, sizeof a);
	__builtin_memcpy(&b, &a, sizeof a);
	a.next = &a, b.next = &b, a.value = b.value = -9;
	int isOther = one(&a, n) != other(&b, n);
	a.next = b.next = 0;
	return isOther || __builtin_memcmp(&a, &b, sizeof a);
}
int main(void)
{
	char left[64] = "", right[64] = "";
	struct row row = { -1, { 2, -3, 1 << 20 }, "abcde" };
	struct stream s = { &in_memory, left, 64 }, t = { &in_memory, right, 64 };
	struct outer o = { 1, { 0 } }, u = { 1, { 0 } };
	int x = 0, y = 0;
	struct holder h = { &x, 0 }, k = { &y, 0 };
	if (put_row(&s, &row) != put_row_r(&t, &row) || __builtin_memcmp(left, right, 64) || s.left != t.left || (char *)s.at - left != (char *)t.at - right)
		return 1;
	if (differs(member, member_r, 5) || differs(through, through_r, 5) || differs(followed, followed_r, 5) || differs(back, back_r, 5))
		return 2;
	if (differs(halves, halves_r, 5) || differs(bytes, bytes_r, 5) || differs(over, over_r, 5) || differs(between, between_r, 3) || differs(kept, kept_r, 5))
		return 3;
	if (wide(3, 1) != wide_r(3, 1) || local(3, 5) != local_r(3, 5) || copied(3, 5) != copied_r(3, 5))
		return 4;
	if (container(&o.in, 5) != container_r(&u.in, 5) || o.a != u.a || o.in.value != u.in.value)
		return 5;
	if (again(&h, 1) != again_r(&k, 1) || x != y || given(&h, 1) != given_r(&k, 1) || x != y)
		return 6;
	struct pair v = { 0 }, w = { 0 };
	struct node d = { 1, { 2, 3 }, { 0 } }, e = d;
	if (differs(untyped, untyped_r, 5) || untyped_by(&v, 5, 2) != untyped_by_r(&w, 5, 2) || v.value != w.value)
		return 7;
	if (nodes(&d, 5) != nodes_r(&e, 5) || e.id != 5 || unknown_offset(3, 5) != unknown_offset_r(3, 5))
		return 8;
	return 0;
}
