/** `idl4/v4.h`: L4 version X.2 ("V4") on i686. */
export const V4_HEADER = `/* Support for stubs made by weft idl for L4 version 4 (X.2) on i686. Freestanding. */
#ifndef IDL4_V4_H
#define IDL4_V4_H

#include "common.h"

typedef idl4_word_t idl4_threadid_t;
typedef idl4_threadid_t CORBA_Object;
#define IDL4_NO_THREAD 0u
#define IDL4_ANY_THREAD 0xffffffffu

#define IDL4_FID_BITS 6
#define IDL4_WHOLE_SPACE 0x10u /* the complete flexpage */
#define IDL4_TAG(_label, _untyped, _typed) (((idl4_word_t)(_label) << 16) | ((idl4_word_t)(_typed) << 6) | (idl4_word_t)(_untyped))
#define IDL4_LABEL(_tag) ((_tag) >> 16)
#define IDL4_FAILED(_tag) ((_tag) & 0x8000u)
#define IDL4_STRING_ITEM(_bytes) ((idl4_word_t)(_bytes) << 10)

#define IDL4_PERM_EXECUTE 1u
#define IDL4_PERM_WRITE 2u
#define IDL4_PERM_READ 4u
#define IDL4_PERM_FULL 7u
#define IDL4_MODE_MAP 0u
#define IDL4_MODE_GRANT 1u

#ifndef SERVER_BUFFER_SIZE
#define SERVER_BUFFER_SIZE 8000
#endif

/* A map or grant item as it stands in a message. */
typedef struct {
  idl4_word_t base;  /* send base, and bits 0-3: 8 map, 10 grant */
  idl4_word_t fpage; /* address, bits 4-9 log2 of the size, bits 0-2 permissions */
} idl4_fpage_t;

IDL4_INLINE void idl4_fpage_set_base(idl4_fpage_t *_f, idl4_word_t _base) { _f->base = (_base & ~0x3ffu) | 8u | (_f->base & 2u); }
IDL4_INLINE idl4_word_t idl4_fpage_get_base(idl4_fpage_t _f) { return _f.base & ~0x3ffu; }
IDL4_INLINE void idl4_fpage_set_page(idl4_fpage_t *_f, idl4_word_t _page) { _f->fpage = (_page & ~15u) | (_f->fpage & 15u); }
IDL4_INLINE idl4_word_t idl4_fpage_get_page(idl4_fpage_t _f) { return _f.fpage & ~15u; }
IDL4_INLINE void idl4_fpage_set_permissions(idl4_fpage_t *_f, idl4_word_t _p) { _f->fpage = (_f->fpage & ~7u) | (_p & 7u); }
IDL4_INLINE idl4_word_t idl4_fpage_get_permissions(idl4_fpage_t _f) { return _f.fpage & 7u; }
IDL4_INLINE void idl4_fpage_set_mode(idl4_fpage_t *_f, idl4_word_t _mode) { _f->base = (_f->base & ~15u) | 8u | (_mode << 1); }
IDL4_INLINE idl4_word_t idl4_fpage_get_mode(idl4_fpage_t _f) { return (_f.base >> 1) & 1u; }

/* The thread's control block: message registers upwards, buffer registers and the rest downwards. */
IDL4_INLINE idl4_word_t *idl4_utcb(void)
{
#ifdef IDL4_UTCB /* where something else lives in %gs */
  return IDL4_UTCB;
#else
  idl4_word_t *_utcb;
  __asm__ volatile("mov %%gs:0, %0" : "=r"(_utcb)); /* volatile: loading it again is cheaper than keeping it */
  return _utcb;
#endif
}
#define IDL4_UTCB_ERROR (-9)
#define IDL4_UTCB_BUFFER0 (-16)

#ifdef __cplusplus
extern "C" {
#endif
/*
 * Entry of the Ipc system call. L4Ka::Pistachio's library for ia32 has a function of that name, which <l4/ia32/syscalls.h>
 * declares: it is called where that header was read before this one, or IDL4_L4KA is defined. Elsewhere it is a pointer
 * from the kernel interface page, set by the C start code.
 */
#if defined(__L4__X86__SYSCALLS_H__) && !defined(IDL4_L4KA)
#define IDL4_L4KA
#endif
#if defined(IDL4_L4KA)
extern void __L4_Ipc(void);
#define IDL4_CALL_ENTRY "call %P[entry]"
#define IDL4_STACKED_CALL IDL4_CALL_ENTRY
#define IDL4_ENTRY [entry] "i"(__L4_Ipc)
#else
extern void (*__L4_Ipc)(void);
#define IDL4_CALL_ENTRY "call *%[entry]"
#define IDL4_STACKED_CALL "call *%P[entry]" /* also where the stack pointer moved */
#define IDL4_ENTRY [entry] "m"(__L4_Ipc)
#endif
#ifdef __cplusplus
}
#endif

#if defined(IDL4_FREE_EBP)
#define IDL4_TRAP(_where)                                                                                                \\
  __asm__ volatile(IDL4_SAVE_EBP IDL4_CALL_ENTRY IDL4_FROM_EBP                                                           \\
                   : "+a"(*_partner), "+c"(_timeouts), "+d"(_from), "+S"(_tag), "=b"(*_mr1), "+D"(_utcb), [ebp] _where(_ebp) \\
                   : IDL4_ENTRY                                                                                          \\
                   : "memory", "cc")
#endif
/*
 * One send and one receive. In: EAX receiver, ECX timeouts, EDX from, ESI MR0, EDI UTCB, further message registers in
 * the UTCB. Out: EAX sender, ESI MR0, EBX MR1, EBP MR2, further message registers in the UTCB.
 */
IDL4_INLINE idl4_word_t idl4_ipc(idl4_word_t *_utcb, idl4_threadid_t *_partner, idl4_threadid_t _from, idl4_word_t _timeouts,
                                 idl4_word_t _tag, idl4_word_t *_mr1, idl4_word_t *_mr2)
{
#if defined(IDL4_FREE_EBP)
  idl4_word_t _ebp;
  IDL4_TRAP("=r*m");
  *_mr2 = _ebp;
#else
  __asm__ volatile("push %%ebp\\n\\t" IDL4_STACKED_CALL "\\n\\tmov %%ebp, %%ecx\\n\\tpop %%ebp"
                   : "+a"(*_partner), "=c"(*_mr2), "+d"(_from), "+S"(_tag), "=b"(*_mr1), "+D"(_utcb)
                   : IDL4_ENTRY, "1"(_timeouts)
                   : "memory", "cc");
#endif
  return _tag;
}

/*
 * The same for server loops, which must have EBP to spare when they are optimized for speed: with -fno-omit-frame-pointer,
 * or in a main() whose frame pointer gcc keeps ("bp cannot be used in 'asm' here"), define IDL4_KEEP_EBP.
 */
IDL4_INLINE idl4_word_t idl4_loop_ipc(idl4_word_t *_utcb, idl4_threadid_t *_partner, idl4_threadid_t _from, idl4_word_t _timeouts,
                                      idl4_word_t _tag, idl4_word_t *_mr1, idl4_word_t *_mr2)
{
#if defined(IDL4_FREE_EBP) && defined(__OPTIMIZE__) && !defined(__OPTIMIZE_SIZE__)
  register idl4_word_t _ebp __asm__("ebp"); /* where it is the frame pointer, gcc says so in place of looking for another register */
  IDL4_TRAP("=r");
  *_mr2 = _ebp;
  return _tag;
#else
  return idl4_ipc(_utcb, _partner, _from, _timeouts, _tag, _mr1, _mr2);
#endif
}

/* Client side: to and from the same thread. */
IDL4_INLINE idl4_word_t idl4_call(idl4_word_t *_utcb, idl4_threadid_t _partner, const CORBA_Environment *_env, idl4_word_t _tag,
                                  idl4_word_t *_mr1, idl4_word_t *_mr2)
{
  return idl4_ipc(_utcb, &_partner, _partner, idl4_timeout(_env), _tag, _mr1, _mr2);
}

/* A message that nobody answers. */
IDL4_INLINE idl4_word_t idl4_send(idl4_word_t *_utcb, idl4_threadid_t _partner, const CORBA_Environment *_env, idl4_word_t _tag)
{
  idl4_word_t _mr1, _mr2;
  return idl4_ipc(_utcb, &_partner, IDL4_NO_THREAD, idl4_timeout(_env), _tag, &_mr1, &_mr2);
}

/* Room for an indirect part of the next message; _part counts from 0. The first word accepts flexpages. */
IDL4_INLINE void idl4_accept(idl4_word_t *_utcb, idl4_word_t _window, int _strings)
{
  _utcb[IDL4_UTCB_BUFFER0] = _window | (_strings ? 1u : 0u);
}
IDL4_INLINE void idl4_accept_part(idl4_word_t *_utcb, int _part, int _last, void *_buffer, idl4_word_t _bytes)
{
  _utcb[IDL4_UTCB_BUFFER0 - 1 - 2 * _part] = IDL4_STRING_ITEM(_bytes) | (_last ? 0u : 1u);
  _utcb[IDL4_UTCB_BUFFER0 - 2 - 2 * _part] = (idl4_word_t)_buffer;
}

/* A client's stub may run inside a server, whose buffer registers must be as before when it waits again. */
IDL4_INLINE void idl4_save_buffers(const idl4_word_t *_utcb, idl4_word_t *_saved, int _count)
{
  int _index;
  for (_index = 0; _index < _count; _index++) _saved[_index] = _utcb[IDL4_UTCB_BUFFER0 - _index];
}
IDL4_INLINE void idl4_restore_buffers(idl4_word_t *_utcb, const idl4_word_t *_saved, int _count)
{
  int _index;
  for (_index = 0; _index < _count; _index++) _utcb[IDL4_UTCB_BUFFER0 - _index] = _saved[_index];
}

/* A server's registers between two messages. */
typedef struct {
  idl4_threadid_t partner;
  idl4_word_t *utcb;
  idl4_word_t tag; /* received, then to be sent */
  idl4_word_t mr1, mr2;
  unsigned char *buffer; /* room for indirect parts */
} idl4_server_t;

#define IDL4_SERVICE __attribute__((regparm(1)))
typedef void (IDL4_SERVICE *idl4_service_t)(idl4_server_t *);

#define idl4_request_id(_server) IDL4_LABEL((_server)->tag)
/* Page faults and the like: the label's upper 12 bits are minus the number of the kernel's protocol. */
#define idl4_is_kernel_message(_server) ((_server)->tag >= 0xff000000u)
#define idl4_kernel_message(_server) (0x1000u - ((_server)->tag >> 20))
/* Keeps a message where the kernel left it, on its way from one service to the next. */
#define IDL4_HOLD(_server, _name) __asm__ volatile("/* " _name " */" : "+a"((_server)->partner), "+b"((_server)->mr1), "+r"((_server)->mr2))
/* Nothing is sent when the server waits next. */
IDL4_INLINE void idl4_answer_nobody(idl4_server_t *_server)
{
  _server->partner = IDL4_NO_THREAD;
  _server->tag = 0;
}
#define idl4_received(_server) (!IDL4_FAILED((_server)->tag))
IDL4_INLINE void idl4_process_request(idl4_server_t *_server, idl4_service_t _service) { _service(_server); }
IDL4_INLINE void idl4_reply_exception(idl4_server_t *_server, idl4_word_t _exception)
{
  _server->tag = IDL4_TAG(_exception, 0, 0);
}
IDL4_INLINE void idl4_reply_and_wait(idl4_server_t *_server, idl4_word_t _window)
{
  (void)_window;
  _server->tag = idl4_loop_ipc(_server->utcb, &_server->partner, IDL4_ANY_THREAD, 0, _server->tag, &_server->mr1, &_server->mr2);
}

#endif
`;
