typedef int (*any_t)(void *, void *, ...);
struct x { int n; };
int put(struct x *x, int *v) { x->n += *v; return 1; }
struct ops { int (*put)(struct x *, int *); };
static const struct ops OPS = { put };
int all(const struct ops *o, struct x *x, int *v)
{
	return (*o->put)(x, v) + (**o->put)(x, v) + (*(any_t)o->put)(x, v, 3) + (o->put ? o->put : 0)(x, v) + (*&o->put)(x, v) + (&*o->put)(x, v);
}
