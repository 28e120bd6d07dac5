/* Client stubs of an interface, with a kernel that only looks at what it gets. */
#include "idl4/x0.h"
extern idl4_word_t seen_call(CORBA_Object partner, idl4_word_t send, idl4_word_t receive, const CORBA_Environment *env,
			     idl4_word_t *w0, idl4_word_t *w1, idl4_word_t *w2);
#define idl4_call seen_call
#include "files_client.h"

static const CORBA_char motd[] = "/etc/motd";
