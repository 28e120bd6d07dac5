/* vfmt where fmt == "%d: %s %08x\n".
 * Made by weft specialize from made.spec; belongs to the end of unit.c. */
int vfmt1(struct out *o, const char *fmt, va_list ap)
{
	int v;
	unsigned int v_2;
	char b[12];
	int i;
	const char *s;
	(void)fmt;
	v = (va_arg(ap, int));
	if (v < 0) {
		if (o->p < o->end)
			*o->p++ = 45;
		o->n++;
		v = -v;
	}
	v_2 = v;
	i = 0;
	do {
		b[i++] = "0123456789abcdef"[v_2 % 10u];
		v_2 /= 10u;
	} while (v_2);
	while (i < 0)
		b[i++] = 32;
	while (i > 0)
		put(o, b[--i]);
	if (o->p < o->end)
		*o->p++ = 58;
	o->n++;
	if (o->p < o->end)
		*o->p++ = 32;
	o->n++;
	s = (va_arg(ap, const char *));
	if (s) {
		while (*s)
			put(o, *s++);
	} else {
		if (o->p < o->end)
			*o->p++ = 40;
		o->n++;
		if (o->p < o->end)
			*o->p++ = 110;
		o->n++;
		if (o->p < o->end)
			*o->p++ = 117;
		o->n++;
		if (o->p < o->end)
			*o->p++ = 108;
		o->n++;
		if (o->p < o->end)
			*o->p++ = 108;
		o->n++;
		if (o->p < o->end)
			*o->p++ = 41;
		o->n++;
	}
	if (o->p < o->end)
		*o->p++ = 32;
	o->n++;
	v_2 = va_arg(ap, unsigned);
	i = 0;
	do {
		b[i++] = "0123456789abcdef"[v_2 % 16u];
		v_2 /= 16u;
	} while (v_2);
	while (i < 8)
		b[i++] = 48;
	while (i > 0)
		put(o, b[--i]);
	if (o->p < o->end)
		*o->p++ = 10;
	o->n++;
	return o->n;
}

/* fmt where f == "%d: %s %08x\n".
 * Made by weft specialize from made.spec; belongs to the end of unit.c. */
int fmt1(struct out *o, const char *f, ...)
{
	va_list ap;
	int result;
	int v;
	unsigned int v_2;
	char b[12];
	int i;
	const char *s;
	int r;
	va_start(ap, f);
	v = (va_arg(ap, int));
	if (v < 0) {
		if (o->p < o->end)
			*o->p++ = 45;
		o->n++;
		v = -v;
	}
	v_2 = v;
	i = 0;
	do {
		b[i++] = "0123456789abcdef"[v_2 % 10u];
		v_2 /= 10u;
	} while (v_2);
	while (i < 0)
		b[i++] = 32;
	while (i > 0)
		put(o, b[--i]);
	if (o->p < o->end)
		*o->p++ = 58;
	o->n++;
	if (o->p < o->end)
		*o->p++ = 32;
	o->n++;
	s = (va_arg(ap, const char *));
	if (s) {
		while (*s)
			put(o, *s++);
	} else {
		if (o->p < o->end)
			*o->p++ = 40;
		o->n++;
		if (o->p < o->end)
			*o->p++ = 110;
		o->n++;
		if (o->p < o->end)
			*o->p++ = 117;
		o->n++;
		if (o->p < o->end)
			*o->p++ = 108;
		o->n++;
		if (o->p < o->end)
			*o->p++ = 108;
		o->n++;
		if (o->p < o->end)
			*o->p++ = 41;
		o->n++;
	}
	if (o->p < o->end)
		*o->p++ = 32;
	o->n++;
	v_2 = va_arg(ap, unsigned);
	i = 0;
	do {
		b[i++] = "0123456789abcdef"[v_2 % 16u];
		v_2 /= 16u;
	} while (v_2);
	while (i < 8)
		b[i++] = 48;
	while (i > 0)
		put(o, b[--i]);
	if (o->p < o->end)
		*o->p++ = 10;
	o->n++;
	result = o->n;
	r = result;
	va_end(ap);
	return r;
}

/* line where nothing is known.
 * Made by weft specialize from made.spec; belongs to the end of unit.c. */
int line1(struct out *o, int pid, const char *name, unsigned flags)
{
	int result;
	int result_2;
	int v;
	unsigned int v_2;
	char b[12];
	int i;
	const char *s;
	int r;
	v = pid;
	if (v < 0) {
		if (o->p < o->end)
			*o->p++ = 45;
		o->n++;
		v = -v;
	}
	v_2 = v;
	i = 0;
	do {
		b[i++] = "0123456789abcdef"[v_2 % 10u];
		v_2 /= 10u;
	} while (v_2);
	while (i < 0)
		b[i++] = 32;
	while (i > 0)
		put(o, b[--i]);
	if (o->p < o->end)
		*o->p++ = 58;
	o->n++;
	if (o->p < o->end)
		*o->p++ = 32;
	o->n++;
	if (name) {
		s = name;
	} else {
		s = "(null)";
	}
	while (*s)
		put(o, *s++);
	if (o->p < o->end)
		*o->p++ = 32;
	o->n++;
	v_2 = flags;
	i = 0;
	do {
		b[i++] = "0123456789abcdef"[v_2 % 16u];
		v_2 /= 16u;
	} while (v_2);
	while (i < 8)
		b[i++] = 48;
	while (i > 0)
		put(o, b[--i]);
	if (o->p < o->end)
		*o->p++ = 10;
	o->n++;
	result_2 = o->n;
	r = result_2;
	result = r;
	return result;
}
