/**
 * C whose accesses no optimizer may remove, merge or make up: all members are volatile. So at every level each access
 * that the source has is an instruction, and each instruction an access of the source.
 */
export const ACCESSES = `
#define offsetof(type, member) __builtin_offsetof(type, member)
#define container_of(pointer, type, member) ((type *)((char *)(pointer) - offsetof(type, member)))
struct list { struct list *volatile next; struct list *volatile prev; };
struct owner { volatile int uid, gid; };
struct operations;
struct inode {
  volatile int number;
  volatile unsigned short mode;
  volatile unsigned char kind;
  struct owner owner, history[3];
  struct list link;
  const struct operations *volatile operations;
  struct inode *volatile parent;
  struct inode *volatile children[4];
  volatile long long size;
};
struct operations {
  struct inode *(*volatile lookup)(struct inode *, const char *);
  int (*volatile permission)(struct inode *, int);
};
typedef struct { volatile int count; struct inode *volatile last; } cache_t;

extern void sink(int);
extern void fill(struct owner *);
extern struct inode *source(int);
extern int other(struct inode *);
struct inode table[16], *root;
struct list all;
cache_t cache;
static volatile int calls;
volatile int counters[8];

static inline int owner_of(struct inode *i) { return i->owner.uid; }
static inline void note(struct inode *i) {
  cache.count++;
  cache.last = i;
}

int simple(struct inode *i) { return i->number + i->mode + i->kind; }
void store(struct inode *i, int value) {
  i->number = value;
  i->mode = 7;
  i->owner.gid = value;
  i->size = value;
}
int walk(void) {
  int sum = 0;
  for (struct list *at = all.next; at != &all; at = at->next) {
    struct inode *i = container_of(at, struct inode, link);
    sum += i->number;
    if (i->parent) sum += i->parent->kind;
  }
  return sum;
}
int array(int index) {
  table[index].number = index;
  counters[index & 7]++;
  return table[3].owner.uid + table[index + 1].history[2].gid;
}
int loop(void) {
  int sum = 0;
  for (int n = 0; n < 16; n++) sum += table[n].mode;
  for (struct inode *i = table; i < table + 16; i++) sum += i->owner.gid;
  return sum;
}
int chain(struct inode *i) { return i->parent->parent->children[1]->number; }
int through_call(int n) {
  struct inode *i = source(n);
  i->kind = 1;
  struct inode *found = i->operations->lookup(i, "x");
  return found->number + i->operations->permission(found, 4);
}
int spilled(struct inode *a, struct inode *b, struct inode *c, int n) {
  int sum = a->number;
  sum += other(a);
  sum += b->number + other(b);
  sum += c->number + other(c);
  sum += a->mode + b->mode + c->mode + n;
  return sum;
}
int inlined_twice(struct inode *a, struct inode *b) { return owner_of(a) + owner_of(b); }
int choose(struct inode *i, int what) {
  switch (what) {
    case 0: return i->number;
    case 1: return i->mode + 1;
    case 2: return i->kind + 5;
    case 3: note(i); return 3;
    case 4: return i->owner.uid * 2;
    case 5: return i->owner.gid - 7;
    case 6: i->kind = 9; return 0;
    default: return owner_of(root);
  }
}
int either(struct inode *a, struct inode *b, int which) {
  struct inode *i = which ? a : b;
  while (i->parent) i = i->parent;
  return i->number;
}
void frame(void) {
  struct owner local;
  fill(&local);
  local.uid = 3;
  sink(local.gid);
}
void insert(struct inode *i) {
  struct list *head = &all, *entry = &i->link;
  entry->next = head->next;
  entry->prev = head;
  head->next->prev = entry;
  head->next = entry;
  calls++;
}
int double_pointer(struct inode **where, int n) {
  struct inode *i = where[n];
  (*where)->number = 4;
  return i->number;
}
int __attribute__((regparm(3))) in_registers(struct inode *a, int n, struct inode *b) {
  a->owner.uid = n;
  return b->history[n].uid;
}
`;
