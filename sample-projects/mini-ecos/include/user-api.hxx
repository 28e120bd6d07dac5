/* How applications call the kernel: a thin inline layer that tells their calls from the kernel's own. */
#ifndef USER_API_HXX
#define USER_API_HXX

#include "kernel/mutex.hxx"
#include "kernel/semaphore.hxx"
#include "kernel/thread.hxx"
#include "placement.hxx"

namespace user_api {

inline Thread *thread_create(void *memory, unsigned priority, ThreadEntry *entry, word data,
			     const char *name, word *stack, unsigned stack_size)
{
	return new (memory) Thread(priority, entry, data, name, stack, stack_size);
}
inline void thread_delete(Thread *thread) { thread->~Thread(); }
inline Thread *thread_self() { return Thread::self(); }
inline void thread_resume(Thread *thread) { thread->resume(); }
inline void thread_suspend(Thread *thread) { thread->suspend(); }
inline void thread_kill(Thread *thread) { thread->kill(); }
inline void thread_release(Thread *thread) { thread->release(); }
inline void thread_yield() { Thread::yield(); }
inline void thread_exit() { Thread::exit(); }
inline void thread_delay(unsigned ticks) { Thread::delay(ticks); }
inline void thread_set_priority(Thread *thread, unsigned priority) { thread->set_priority(priority); }

inline Mutex *mutex_init(void *memory) { return new (memory) Mutex; }
inline void mutex_destroy(Mutex *mutex) { mutex->~Mutex(); }
inline bool mutex_lock(Mutex *mutex) { return mutex->lock(); }
inline bool mutex_try_lock(Mutex *mutex) { return mutex->try_lock(); }
inline void mutex_unlock(Mutex *mutex) { mutex->unlock(); }
inline void mutex_release(Mutex *mutex) { mutex->release(); }

inline Semaphore *semaphore_init(void *memory, unsigned count) { return new (memory) Semaphore(count); }
inline void semaphore_destroy(Semaphore *semaphore) { semaphore->~Semaphore(); }
inline void semaphore_post(Semaphore *semaphore) { semaphore->post(); }
inline bool semaphore_wait(Semaphore *semaphore) { return semaphore->wait(); }
inline bool semaphore_try_wait(Semaphore *semaphore) { return semaphore->try_wait(); }

}

#endif
