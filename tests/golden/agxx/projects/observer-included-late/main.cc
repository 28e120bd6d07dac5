#include "clock.h"
#include "clock.ah"
Display::Display(Clock &k) : c(k) { ClockObserver::aspectof()->add(&k, this); }
int main() { Clock c; Display d(c); c.tick(); c.tick(); return c.now() - 2; }
