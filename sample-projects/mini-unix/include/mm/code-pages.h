/* What 'specialize … at run time' asks of a kernel (net/filter.spec). */
#ifndef MM_CODE_PAGES_H
#define MM_CODE_PAGES_H

/* Pages that can be written; NULL without memory. */
void *weft_code_pages(unsigned long bytes);

/* From now on they can't. 0 when that is so. */
int weft_code_seal(void *pages, unsigned long bytes);

void weft_code_release(void *pages, unsigned long bytes);

#endif
