/* Server stubs of in.idl for L4 X0, made by weft idl: edit the interface, not this file. */
#ifndef _IDL4_IN_SERVER_H
#define _IDL4_IN_SERVER_H

#include "idl4/x0.h"

#if !defined(_typedef___pager)
#define _typedef___pager
typedef CORBA_Object pager;
#endif

/*
 * void pagefault(in long address, in long ip, out fpage page)
 *   id 0x0
 *   request: registers only
 *     EDI          id
 *     EDX          address, 4 bytes
 *     EBX          ip, 4 bytes
 *   reply: registers only, 1 flexpage
 *     EDI          exception
 *     EDX, EBX     map page
 */
typedef void (*pager_pagefault_implementation_t)(CORBA_Object _caller, const CORBA_long address, const CORBA_long ip, idl4_fpage_t *page, idl4_server_environment *_env);
IDL4_INLINE void idl4_serve_pager_pagefault(idl4_server_t *_server, pager_pagefault_implementation_t _implementation)
{
  idl4_server_environment _environment = {0, 0, 0};

  CORBA_long address = (CORBA_long)_server->w0;
  CORBA_long ip = (CORBA_long)_server->w1;
  idl4_fpage_t page;
  _implementation(_server->partner, address, ip, &page, &_environment);
  if (IDL4_UNLIKELY(_environment._silent)) {
    _server->reply = IDL4_NOTHING;
    return;
  }
  if (IDL4_UNLIKELY(_environment._exception)) {
    idl4_reply_exception(_server, _environment._exception);
    return;
  }
  _server->w0 = page.base;
  _server->w1 = page.fpage;
  _server->w2 = 0;
  _server->reply = IDL4_MAP;
}
#define IDL4_PUBLISH_PAGER_PAGEFAULT(_implementation) \
  static IDL4_SERVICE __attribute__((unused)) void service_pager_pagefault(idl4_server_t *_server) \
  { idl4_serve_pager_pagefault(_server, _implementation); }
#define idl4_publish_pager_pagefault(_implementation) IDL4_PUBLISH_PAGER_PAGEFAULT(_implementation)

/*
 * void donate(in fpage page)
 *   id 0x5
 *   request: registers only, 1 flexpage
 *     EDI          id
 *     EDX, EBX     map page
 *   reply: registers only
 *     EDI          exception
 */
typedef void (*pager_donate_implementation_t)(CORBA_Object _caller, const idl4_fpage_t page, idl4_server_environment *_env);
IDL4_INLINE void idl4_serve_pager_donate(idl4_server_t *_server, pager_donate_implementation_t _implementation)
{
  idl4_server_environment _environment = {0, 0, 0};

  idl4_fpage_t page;
  page.base = _server->w0;
  page.fpage = _server->w1;
  _implementation(_server->partner, page, &_environment);
  if (IDL4_UNLIKELY(_environment._silent)) {
    _server->reply = IDL4_NOTHING;
    return;
  }
  if (IDL4_UNLIKELY(_environment._exception)) {
    idl4_reply_exception(_server, _environment._exception);
    return;
  }
  _server->w2 = 0;
  _server->reply = IDL4_REGISTERS;
}
#define IDL4_PUBLISH_PAGER_DONATE(_implementation) \
  static IDL4_SERVICE __attribute__((unused)) void service_pager_donate(idl4_server_t *_server) \
  { idl4_serve_pager_donate(_server, _implementation); }
#define idl4_publish_pager_donate(_implementation) IDL4_PUBLISH_PAGER_DONATE(_implementation)

/* pager: dispatch and buffers */
#define PAGER_DEFAULT_VTABLE {service_pager_pagefault, pager_discard, pager_discard, pager_discard, pager_discard, service_pager_donate, pager_discard, pager_discard}
#define PAGER_DEFAULT_VTABLE_SIZE 8
#define PAGER_FID_MASK 0x7
#define PAGER_MAX_FID 5
#define PAGER_RCV_DOPE IDL4_DOPE(3, 0)
#define PAGER_MSGBUF_SIZE 24
#define PAGER_STRBUF_SIZE 0

typedef struct {
  unsigned char bytes[24 + PAGER_STRBUF_SIZE] __attribute__((aligned(32)));
} pager_buffer_t;

/* Makes a server ready to wait; it answers nobody at first. */
IDL4_INLINE void pager_start(idl4_server_t *_server, pager_buffer_t *_buffer)
{
  idl4_message_head_t *const _head = (idl4_message_head_t *)_buffer->bytes;
  _head->rcv_window = IDL4_WHOLE_SPACE;
  _head->size_dope = PAGER_RCV_DOPE;
  _server->reply = IDL4_NOTHING;
  _server->w0 = 0;
  _server->w1 = 0;
  _server->w2 = 0;
  _server->partner = IDL4_NO_THREAD;
  _server->buffer = _buffer->bytes;
}
IDL4_INLINE void pager_reply_and_wait(idl4_server_t *_server)
{
  idl4_reply_and_wait(_server, IDL4_WHOLE_SPACE);
}

#endif
