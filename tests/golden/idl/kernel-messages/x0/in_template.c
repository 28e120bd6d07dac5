/* Implement the operations here; made once by weft idl, yours from now on. */
#include "in_server.h"

/* Interface pager */

IDL4_INLINE void pager_pagefault_implementation(CORBA_Object _caller, const CORBA_long address, const CORBA_long ip, idl4_fpage_t *page, idl4_server_environment *_env)
{
  (void)_caller;
  (void)address;
  (void)ip;
  (void)page;
  (void)_env;
  __builtin_memset(page, 0, sizeof(*page));
}
IDL4_PUBLISH_PAGER_PAGEFAULT(pager_pagefault_implementation)

IDL4_INLINE void pager_donate_implementation(CORBA_Object _caller, const idl4_fpage_t page, idl4_server_environment *_env)
{
  (void)_caller;
  (void)page;
  (void)_env;
}
IDL4_PUBLISH_PAGER_DONATE(pager_donate_implementation)

/* For numbers that no operation has: answer nobody. */
static IDL4_SERVICE void pager_discard(idl4_server_t *_server)
{
  _server->reply = IDL4_NOTHING;
}
static const idl4_service_t pager_discarded __attribute__((unused)) = pager_discard;
static const idl4_service_t pager_vtable[PAGER_DEFAULT_VTABLE_SIZE] = PAGER_DEFAULT_VTABLE;

void pager_server(void);
void pager_server(void)
{
  static pager_buffer_t buffer;
  idl4_server_t server;

  pager_start(&server, &buffer);
  for (;;) {
    pager_reply_and_wait(&server);
    if (IDL4_UNLIKELY(IDL4_FAILED(server.result))) {
      pager_discard(&server);
      continue;
    }
    idl4_process_request(&server, pager_vtable[idl4_request_id(&server) & PAGER_FID_MASK]);
  }
}
