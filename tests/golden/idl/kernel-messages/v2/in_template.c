/* Implement the operations here; made once by weft idl, yours from now on. */
#include "in_server.h"
