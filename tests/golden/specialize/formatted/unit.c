#include <stdarg.h>
struct out { char *p, *end; int n; };
static void put(struct out *o, char c) { if (o->p < o->end) *o->p++ = c; o->n++; }
static void num(struct out *o, unsigned v, unsigned base, int width, int zero) { char b[12]; int i = 0; do { b[i++] = "0123456789abcdef"[v % base]; v /= base; } while (v); while (i < width) b[i++] = zero ? '0' : ' '; while (i > 0) put(o, b[--i]); }
int vfmt(struct out *o, const char *fmt, va_list ap) {
  for (; *fmt; fmt++) {
    if (*fmt != '%') { put(o, *fmt); continue; }
    int zero = 0, width = 0; fmt++;
    if (*fmt == '0') { zero = 1; fmt++; }
    while (*fmt >= '0' && *fmt <= '9') width = width * 10 + *fmt++ - '0';
    switch (*fmt) {
    case 'd': { int v = va_arg(ap, int); if (v < 0) { put(o, '-'); v = -v; } num(o, v, 10, width, zero); break; }
    case 'u': num(o, va_arg(ap, unsigned), 10, width, zero); break;
    case 'x': num(o, va_arg(ap, unsigned), 16, width, zero); break;
    case 'c': put(o, va_arg(ap, int)); break;
    case 's': { const char *s = va_arg(ap, const char *); if (!s) s = "(null)"; while (*s) put(o, *s++); break; }
    case '%': put(o, '%'); break;
    }
  }
  return o->n;
}
int fmt(struct out *o, const char *f, ...) { va_list ap; va_start(ap, f); int r = vfmt(o, f, ap); va_end(ap); return r; }
int line(struct out *o, int pid, const char *name, unsigned flags) { return fmt(o, "%d: %s %08x\n", pid, name, flags); }
