#ifndef DEV_H
#define DEV_H
#include <stdio.h>
class Dev { int opens; public: Dev() : opens(0) {} void open(); void close(); 
  pointcut ops() = "% Dev::%(...)"; };
aspect Watch { public: int seen; Watch() : seen(0) {} 
  advice execution(Dev::ops()) : before() { seen++; } 
  advice "Dev" : slice class { public: int flags; }; };
#endif
