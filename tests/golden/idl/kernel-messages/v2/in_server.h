/* Server stubs of in.idl for L4 V2, made by weft idl: edit the interface, not this file. */
#ifndef _IDL4_IN_SERVER_H
#define _IDL4_IN_SERVER_H

#include "idl4/v2.h"


#endif
