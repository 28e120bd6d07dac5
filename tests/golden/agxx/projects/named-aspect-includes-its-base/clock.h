#ifndef CLOCK_H
#define CLOCK_H
class Clock { int hour; public: Clock() : hour(0) {} void setHour(int h) { hour = h; } };
#endif
