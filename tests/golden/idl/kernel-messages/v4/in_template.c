/* Implement the operations here; made once by weft idl, yours from now on. */
#include "in_server.h"

/* Interface pager */

IDL4_INLINE void pager_pagefault_implementation(CORBA_Object _caller, const idl4_word_t address, const idl4_word_t ip, const idl4_word_t privileges, idl4_fpage_t *page, idl4_server_environment *_env)
{
  (void)_caller;
  (void)address;
  (void)ip;
  (void)privileges;
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

void pager_server(void);
void pager_server(void)
{
  static pager_buffer_t buffer;
  idl4_server_t server;

  pager_start(&server, &buffer);
  PAGER_SERVE(server);
}
