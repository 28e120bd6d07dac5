#ifndef LOCK_H
#define LOCK_H
void lock(void);
void unlock(void);
void lock_one(int *which);
void unlock_one(int *which);
void trace(const char *what);
int interrupts_save(void);
void interrupts_restore(int flags);
extern int level, counter;
int work(int x);
#define GUARD() lock()
#endif
