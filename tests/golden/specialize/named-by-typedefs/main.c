int nobody(int k) { return k; }
int main(void)
{
	for (int m = -3; m < 300; m += 7) {
		word a = { 9 }, b = a, va = a, vb = a;
		record r = { 1, { 2 }, { 3 } }, s = r;
		if (overlaid(&a, 3) != overlaid_3(&b, 3) || a.whole != b.whole) return 1;
		if (overlaid_parts(&r, &va, 3) != overlaid_parts_3(&s, &vb, 3) || r.w.whole != s.w.whole) return 2;
		if (begun(m, 2) != begun_2(m, 2)) return 3;
		if (unneeded(m, 3) != unneeded_3(m, 3)) return 4;
	}
	return 0;
}
