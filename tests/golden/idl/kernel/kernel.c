/* The emulator's client plays the V4 kernel and a client: it faults, takes an interrupt, and calls an operation. */
#include "emulator.h"
#include "in_client.h"
#include "in_server.h"

void *CORBA_alloc(idl4_word_t bytes) { return malloc(bytes); }
void CORBA_free(void *pointer) { free(pointer); }
static unsigned seen;
static CORBA_Object postponed;

IDL4_INLINE void fault(CORBA_Object caller, const idl4_word_t address, const idl4_word_t ip, const idl4_word_t rights, idl4_fpage_t *page, idl4_server_environment *env)
{
  if (address != 0x1234 || ip != 0x8048000) exit(11);
  if (rights == 4) { /* a read waits until the write behind it is served */
    postponed = caller;
    idl4_set_no_response(env);
  }
  idl4_fpage_set_base(page, 0x5000);
  idl4_fpage_set_page(page, 0x7000);
  if (rights == 4) m_pager_pagefault_reply(caller, *page);
  seen += rights;
}
IDL4_PUBLISH_M_PAGER_PAGEFAULT(fault)
IDL4_INLINE void tick(CORBA_Object caller, idl4_server_environment *env) { (void)caller, (void)env; seen += 100; }
IDL4_PUBLISH_M_PAGER_TICK(tick)
IDL4_INLINE CORBA_long count(CORBA_Object caller, const CORBA_long add, idl4_server_environment *env) { (void)caller, (void)env; return (CORBA_long)seen + add; }
IDL4_PUBLISH_M_PAGER_COUNT(count)

#ifndef M_PAGER_SERVE
static IDL4_SERVICE void m_pager_discard(idl4_server_t *server) { idl4_answer_nobody(server); }
#endif
static void server(void)
{
  static m_pager_buffer_t buffer;
  idl4_server_t server;
  m_pager_start(&server, &buffer);
#ifdef M_PAGER_SERVE
  M_PAGER_SERVE(server);
#else
  static const idl4_service_t operations[] = M_PAGER_DEFAULT_VTABLE, messages[] = M_PAGER_DEFAULT_KTABLE;
  for (;;) {
    m_pager_reply_and_wait(&server);
    if (idl4_is_kernel_message(&server)) idl4_process_request(&server, messages[idl4_kernel_message(&server) & M_PAGER_KID_MASK]);
    else idl4_process_request(&server, operations[idl4_request_id(&server) & M_PAGER_FID_MASK]);
  }
#endif
}

static word tell(word label, unsigned words, word *mr1, word *mr2)
{
  word *utcb = idl4_utcb(), partner = SERVER;
  utcb[1] = *mr1, utcb[2] = *mr2;
  return idl4_ipc(utcb, &partner, SERVER, 0, IDL4_TAG(label, words, 0), mr1, mr2);
}

int main(void)
{
  boot(server);
  for (word rights = 2; rights <= 4; rights += 2) {
    word address = 0x1234, ip = 0x8048000;
    if (tell(0xffe0 | rights, 2, &address, &ip) != IDL4_TAG(0, 0, 2)) return 21;
    if ((address & ~0x3ffu) != 0x5000 || (ip & ~15u) != 0x7000) return 22;
  }
  word nothing = 0, more = 0;
  if (tell(0xfff0, 0, &nothing, &more) != 0) return 23;
  if (m_pager_count(SERVER, 1000, 0) != 1106) return 24;
  if (postponed != CLIENT) return 25;
  printf("ok\n");
  return 0;
}
