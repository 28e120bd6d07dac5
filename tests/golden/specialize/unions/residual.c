/* matches where part == &number.
 * Made by weft specialize from made.spec; belongs to the end of unit.c. */
int matches_number(const struct part *part, const char *text)
{
	const char *text_object;
	(void)part;
	text_object = text;
	if (*text != 35)
		return 0;
	if (48 != text_object[1]) {
		if (49 != text_object[1])
			return 0;
	}
	return text_object[2] == 0;
}

/* stamp where seed == 7.
 * Made by weft specialize from made.spec; belongs to the end of unit.c. */
unsigned stamp_of_7(struct packet *packet, unsigned seed)
{
	union word word;
	(void)seed;
	packet->length = 4;
	packet->address = 7u;
	packet->octet[0]++;
	word.whole = 7u;
	packet->checksum = word;
	word.byte[1] = 3;
	return packet->address + word.whole + 3u + packet->length;
}
