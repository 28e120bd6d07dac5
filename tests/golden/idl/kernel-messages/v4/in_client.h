/* Client stubs of in.idl for L4 V4, made by weft idl: edit the interface, not this file. */
#ifndef _IDL4_IN_CLIENT_H
#define _IDL4_IN_CLIENT_H

#include "idl4/v4.h"

#if !defined(_typedef___pager)
#define _typedef___pager
typedef CORBA_Object pager;
#endif

/*
 * void donate(in fpage page)
 *   id 0x1
 *   request: 2 words in message registers, 1 flexpage
 *     MR0 label    id
 *     MR1          map page
 *   reply: registers only
 *     MR0 label    exception
 */
IDL4_INLINE void pager_donate(pager _service, const idl4_fpage_t page, CORBA_Environment *_env)
{
  struct IDL4_ALIAS _request {
    idl4_fpage_t page; /* +4 */
  };
  idl4_word_t *_utcb = idl4_utcb();
  struct _request *const _in = (struct _request *)(_utcb + 1);
  idl4_word_t _tag, _mr1, _mr2;

  _in->page = page;
  _tag = idl4_call(_utcb, _service, _env, IDL4_TAG(0x1, 0, 2), &_mr1, &_mr2);
  if (IDL4_LIKELY(!(_tag & 0xffff8000u))) {
    idl4_succeed(_env);
  } else {
    _utcb = idl4_utcb();
    if (IDL4_FAILED(_tag)) idl4_fail(_env, CORBA_SYSTEM_EXCEPTION, _utcb[IDL4_UTCB_ERROR]);
    else idl4_fail(_env, CORBA_USER_EXCEPTION, IDL4_LABEL(_tag));
  }
}

#endif
