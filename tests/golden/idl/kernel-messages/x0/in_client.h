/* Client stubs of in.idl for L4 X0, made by weft idl: edit the interface, not this file. */
#ifndef _IDL4_IN_CLIENT_H
#define _IDL4_IN_CLIENT_H

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
IDL4_INLINE void pager_pagefault(pager _service, const CORBA_long address, const CORBA_long ip, idl4_fpage_t *page, CORBA_Environment *_env)
{
  idl4_word_t _result, _w0, _w1, _w2;

  _w0 = (idl4_word_t)address;
  _w1 = (idl4_word_t)ip;
  _w2 = 0x0;
  _result = idl4_call(_service, IDL4_REGISTERS, ((_env ? _env->_rcv_window : IDL4_WHOLE_SPACE) | IDL4_MAP), _env, &_w0, &_w1, &_w2);
  (*page).base = _w0;
  (*page).fpage = _w1;
  if (IDL4_LIKELY(!(IDL4_FAILED(_result) | _w2))) {
    idl4_succeed(_env);
  } else {
    if (IDL4_FAILED(_result)) idl4_fail(_env, CORBA_SYSTEM_EXCEPTION, _result >> 4 & 15);
    else idl4_fail(_env, CORBA_USER_EXCEPTION, _w2);
  }
}

/*
 * void donate(in fpage page)
 *   id 0x5
 *   request: registers only, 1 flexpage
 *     EDI          id
 *     EDX, EBX     map page
 *   reply: registers only
 *     EDI          exception
 */
IDL4_INLINE void pager_donate(pager _service, const idl4_fpage_t page, CORBA_Environment *_env)
{
  idl4_word_t _result, _w0, _w1, _w2;

  _w0 = page.base;
  _w1 = page.fpage;
  _w2 = 0x5;
  _result = idl4_call(_service, IDL4_MAP, IDL4_REGISTERS, _env, &_w0, &_w1, &_w2);
  if (IDL4_LIKELY(!(IDL4_FAILED(_result) | _w2))) {
    idl4_succeed(_env);
  } else {
    if (IDL4_FAILED(_result)) idl4_fail(_env, CORBA_SYSTEM_EXCEPTION, _result >> 4 & 15);
    else idl4_fail(_env, CORBA_USER_EXCEPTION, _w2);
  }
}

#endif
