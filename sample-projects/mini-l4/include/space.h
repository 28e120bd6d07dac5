/*
 * Address spaces, and what is mapped in them from where: every mapped page has a mapping, a node of the tree that says
 * which page it was mapped from. Unmapping takes a whole subtree away.
 */
#ifndef MINI_L4_SPACE_H
#define MINI_L4_SPACE_H

#include "layout.h"
#include "types.h"

#define SPACES 24

enum access {
	ACCESS_READ = 1,
	ACCESS_WRITE = 2,
};

struct mapping;

struct space {
	bool used;
	word_t directory; /* physical address */
	struct mapping **mappings[1024]; /* per page table, a page of pointers */
	word_t utcbs; /* frame of UTCB_AREA */
	word_t threads; /* bit per slot of UTCB_AREA */
	word_t leader; /* id of the first thread */
};

/* 2^log2 bytes at `address`, aligned to their size. */
struct region {
	word_t address;
	word_t log2;
};
#define WHOLE_SPACE ((struct region){0, 32})

/* Frames of KIP_PAGE and THREAD_WORD. */
extern word_t kip_frame, thread_word_frame;

void spaces_init(void);
/* NULL when there is no room. */
struct space *space_create(void);
/* Loads the space; nothing when it is loaded already. */
void space_activate(struct space *space);

/* The page at `address` as the kernel sees it, or NULL when the space's programs may not touch it like that. */
void *space_page(struct space *space, word_t address, enum access access);

/* A first mapping, from nowhere: the root task's. False when memory is out. */
bool space_map_first(struct space *space, word_t address, word_t frame, enum access access);
/* A page that belongs to the kernel and cannot be unmapped. */
bool space_map_fixed(struct space *space, word_t address, word_t frame, enum access access);

/*
 * Pages of `from` appear at the same place of `to`, as far as `from` has them; rights never grow. `grant` takes them away
 * from the sender. Where something was mapped, it is unmapped first. Returns the number of pages, or -1 when memory is
 * out.
 */
int space_map(struct space *from, struct region source, struct space *to, word_t target, word_t bytes, enum access access,
              bool grant);
/* Takes `access` away from everything mapped from the region; with `own`, from the region itself too. */
void space_unmap(struct space *space, struct region region, enum access access, bool own);

#endif
