#ifndef S_H
#define S_H
class Scheduler {
	static unsigned count;
	static void lock() { count++; }
	static void unlock() { count--; }
	unsigned ready;
	void enter();
public:
	static void add(int priority);
	bool remove(int priority);
	void run();
	void stop();
	void stop(int why);
};
void switch_to(int);
#endif
