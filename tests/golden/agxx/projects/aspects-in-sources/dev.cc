#include "dev.h"
void Dev::open() { opens++; flags = 7; } 
void Dev::close() { opens--; }
