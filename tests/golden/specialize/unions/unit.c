struct part {
	int kind;
	union {
		char one;
		const char *any;
	} u;
};
static const struct part number[] = { { 1, { .one = '#' } }, { 2, { .any = "01" } }, { 0 } };

union word {
	unsigned whole;
	unsigned char byte[4];
};
struct packet {
	int length;
	union {
		unsigned address;
		unsigned char octet[4];
	};
	union word checksum;
};

/* Of a union the member that was written is known, until another one is. */
int matches(const struct part *part, const char *text)
{
	for (; part->kind != 0; part++, text++)
		if (part->kind == 1) {
			if (*text != part->u.one)
				return 0;
		} else {
			const char *any = part->u.any;

			while (*any && *any != *text)
				any++;
			if (!*any)
				return 0;
		}
	return *text == 0;
}

unsigned stamp(struct packet *packet, unsigned seed)
{
	union word word;

	packet->length = 4;
	packet->address = seed;
	if (packet->address == 7)
		packet->octet[0]++;
	word.whole = seed;
	packet->checksum = word;
	if (packet->checksum.whole != seed)
		return 0;
	word.byte[1] = 3;
	return packet->address + word.whole + word.byte[1] + packet->length;
}
