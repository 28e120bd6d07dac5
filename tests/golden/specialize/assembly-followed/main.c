int main(void)
{
	for (int k = -5; k < 5; k++) {
		struct port a = { 8, k, 0 }, b = a;
		for (int at = 0; at < 16; at++) memory[at] = 0;
		int kept[16], one = 0, other = 0;
		int r = set_up(&a, 9600, 0);
		for (int at = 0; at < 16; at++) { kept[at] = memory[at]; memory[at] = 0; }
		if (r != set_up_9600(&b, 9600, 0) || a.last != b.last || a.count != b.count) return 1;
		for (int at = 0; at < 16; at++) if (kept[at] != memory[at]) return 2;
		if (in_register(3, k) != in_register_3(3, k)) return 3;
		if (written(&one, 1) != 11 || written_1(&other, 1) != 11 || one != other) return 4;
	}
	return 0;
}
