/* Server stubs of in.idl for L4 V4, made by weft idl: edit the interface, not this file. */
#ifndef _IDL4_IN_SERVER_H
#define _IDL4_IN_SERVER_H

#include "idl4/v4.h"

#if !defined(_typedef___pager)
#define _typedef___pager
typedef CORBA_Object pager;
#endif

/*
 * void pagefault(in word address, in word ip, in word privileges, out fpage page)
 *   kernel message 2, label 0xffe0
 *   request: 2 words in message registers
 *     MR0 label    id
 *     MR1          address, 4 bytes
 *     MR2          ip, 4 bytes
 *     label[0:4]   privileges, 4 bytes
 *   reply: 2 words in message registers, 1 flexpage
 *     MR0 label    exception
 *     MR1          map page
 */
typedef void (*pager_pagefault_implementation_t)(CORBA_Object _caller, const idl4_word_t address, const idl4_word_t ip, const idl4_word_t privileges, idl4_fpage_t *page, idl4_server_environment *_env);
IDL4_INLINE void idl4_serve_pager_pagefault(idl4_server_t *_server, pager_pagefault_implementation_t _implementation)
{
  struct IDL4_ALIAS _reply {
    idl4_fpage_t page; /* +4 */
  };
  idl4_word_t *const _utcb = _server->utcb;
  struct _reply *const _out = (struct _reply *)(_utcb + 1);
  idl4_server_environment _environment = {0, 0, 0};

  idl4_word_t address = (idl4_word_t)_server->mr1;
  idl4_word_t ip = (idl4_word_t)_server->mr2;
  idl4_word_t privileges = (idl4_word_t)(_server->tag >> 16 & 15);
  idl4_fpage_t page;
  _implementation(_server->partner, address, ip, privileges, &page, &_environment);
  if (IDL4_UNLIKELY(_environment._silent)) {
    idl4_answer_nobody(_server);
    return;
  }
  if (IDL4_UNLIKELY(_environment._exception)) {
    idl4_reply_exception(_server, _environment._exception);
    return;
  }
  _out->page = page;
  _server->tag = IDL4_TAG(0, 0, 2);
}
#define IDL4_PUBLISH_PAGER_PAGEFAULT(_implementation) \
  IDL4_INLINE void idl4_inline_pager_pagefault(idl4_server_t *_server) { idl4_serve_pager_pagefault(_server, _implementation); } \
  static IDL4_SERVICE __attribute__((unused)) void service_pager_pagefault(idl4_server_t *_server) { idl4_inline_pager_pagefault(_server); }
#define idl4_publish_pager_pagefault(_implementation) IDL4_PUBLISH_PAGER_PAGEFAULT(_implementation)

/*
 *answers later:
 *   request: 2 words in message registers, 1 flexpage
 *     MR0 label    id
 *     MR1          map page
 */
IDL4_INLINE void pager_pagefault_reply(CORBA_Object _client, const idl4_fpage_t page)
{
  CORBA_Environment *const _env = 0;
  struct IDL4_ALIAS _request {
    idl4_fpage_t page; /* +4 */
  };
  idl4_word_t *_utcb = idl4_utcb();
  struct _request *const _in = (struct _request *)(_utcb + 1);
  idl4_word_t _tag;

  _in->page = page;
  _tag = idl4_send(_utcb, _client, _env, IDL4_TAG(0x0, 0, 2));
  if (IDL4_LIKELY(!IDL4_FAILED(_tag))) {
    idl4_succeed(_env);
  } else {
    _utcb = idl4_utcb();
    idl4_fail(_env, CORBA_SYSTEM_EXCEPTION, _utcb[IDL4_UTCB_ERROR]);
  }
}

/*
 * void donate(in fpage page)
 *   id 0x1
 *   request: 2 words in message registers, 1 flexpage
 *     MR0 label    id
 *     MR1          map page
 *   reply: registers only
 *     MR0 label    exception
 */
typedef void (*pager_donate_implementation_t)(CORBA_Object _caller, const idl4_fpage_t page, idl4_server_environment *_env);
IDL4_INLINE void idl4_serve_pager_donate(idl4_server_t *_server, pager_donate_implementation_t _implementation)
{
  idl4_server_environment _environment = {0, 0, 0};

  idl4_fpage_t page;
  page.base = _server->mr1;
  page.fpage = _server->mr2;
  _implementation(_server->partner, page, &_environment);
  if (IDL4_UNLIKELY(_environment._silent)) {
    idl4_answer_nobody(_server);
    return;
  }
  if (IDL4_UNLIKELY(_environment._exception)) {
    idl4_reply_exception(_server, _environment._exception);
    return;
  }
  _server->tag = IDL4_TAG(0, 0, 0);
}
#define IDL4_PUBLISH_PAGER_DONATE(_implementation) \
  IDL4_INLINE void idl4_inline_pager_donate(idl4_server_t *_server) { idl4_serve_pager_donate(_server, _implementation); } \
  static IDL4_SERVICE __attribute__((unused)) void service_pager_donate(idl4_server_t *_server) { idl4_inline_pager_donate(_server); }
#define idl4_publish_pager_donate(_implementation) IDL4_PUBLISH_PAGER_DONATE(_implementation)

/*
 *answers later:
 *   request: registers only
 *     MR0 label    id
 */
IDL4_INLINE void pager_donate_reply(CORBA_Object _client)
{
  CORBA_Environment *const _env = 0;
  idl4_word_t *_utcb = idl4_utcb();
  idl4_word_t _tag;

  _tag = idl4_send(_utcb, _client, _env, IDL4_TAG(0x0, 0, 0));
  if (IDL4_LIKELY(!IDL4_FAILED(_tag))) {
    idl4_succeed(_env);
  } else {
    _utcb = idl4_utcb();
    idl4_fail(_env, CORBA_SYSTEM_EXCEPTION, _utcb[IDL4_UTCB_ERROR]);
  }
}

/* pager: dispatch and buffers */
#define PAGER_DEFAULT_VTABLE {pager_discard, service_pager_donate}
#define PAGER_DEFAULT_KTABLE {pager_discard, pager_discard, service_pager_pagefault, pager_discard}
#define PAGER_DEFAULT_KTABLE_SIZE 4
#define PAGER_KID_MASK 0x3
#define PAGER_DEFAULT_VTABLE_SIZE 2
#define PAGER_FID_MASK 0x1
#define PAGER_MAX_FID 1
#define PAGER_MSGBUF_SIZE 0
#define PAGER_STRBUF_SIZE 0

typedef struct {
  unsigned char bytes[PAGER_STRBUF_SIZE + 4] __attribute__((aligned(32)));
} pager_buffer_t;

/* Makes a server ready to wait; it answers nobody at first. */
IDL4_INLINE void pager_start(idl4_server_t *_server, pager_buffer_t *_buffer)
{
  _server->partner = IDL4_NO_THREAD;
  _server->utcb = idl4_utcb();
  _server->tag = 0;
  _server->buffer = _buffer->bytes;
  idl4_accept(_server->utcb, IDL4_WHOLE_SPACE, 0);
}
IDL4_INLINE void pager_reply_and_wait(idl4_server_t *_server)
{
  idl4_reply_and_wait(_server, IDL4_WHOLE_SPACE);
}

/* The server loop. Each service ends in its own system call and jumps to the next one; implementations become part of it. */
#define PAGER_SERVE(_server) \
  do { \
    __label__ _serve_pager_pagefault, _serve_pager_donate, _unknown, _wait; \
    static const void *const _next[] = {&&_serve_pager_donate}; \
    static const void *const _kernel[] = {&&_unknown, &&_unknown, &&_serve_pager_pagefault, &&_unknown}; \
    goto _wait; \
  _serve_pager_pagefault: \
    IDL4_HOLD(&(_server), "pager_pagefault: starts"); idl4_inline_pager_pagefault(&(_server)); pager_reply_and_wait(&(_server)); \
    if (IDL4_UNLIKELY(!idl4_received(&(_server)))) goto _unknown; \
    if (idl4_is_kernel_message(&(_server))) goto *_kernel[idl4_kernel_message(&(_server)) & 0x3]; \
    IDL4_HOLD(&(_server), "pager_pagefault"); goto *_next[idl4_request_id(&(_server)) & 0x0]; \
  _serve_pager_donate: \
    IDL4_HOLD(&(_server), "pager_donate: starts"); idl4_inline_pager_donate(&(_server)); pager_reply_and_wait(&(_server)); \
    if (IDL4_UNLIKELY(!idl4_received(&(_server)))) goto _unknown; \
    if (idl4_is_kernel_message(&(_server))) goto *_kernel[idl4_kernel_message(&(_server)) & 0x3]; \
    IDL4_HOLD(&(_server), "pager_donate"); goto *_next[idl4_request_id(&(_server)) & 0x0]; \
  _unknown: /* no such operation, or the last message did not arrive: nobody gets an answer */ \
    idl4_answer_nobody(&(_server)); \
  _wait: \
    pager_reply_and_wait(&(_server)); \
    if (IDL4_UNLIKELY(!idl4_received(&(_server)))) goto _unknown; \
    if (idl4_is_kernel_message(&(_server))) goto *_kernel[idl4_kernel_message(&(_server)) & 0x3]; \
    IDL4_HOLD(&(_server), "wait"); goto *_next[idl4_request_id(&(_server)) & 0x0]; \
  } while (0)

#endif
