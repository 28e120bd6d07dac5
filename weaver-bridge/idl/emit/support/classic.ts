/** `idl4/x0.h` and `idl4/v2.h`: one text, because the two kernels differ in registers, not in ideas. */
import type { Kernel } from "../../options.js";

export function classicHeader(kernel: Exclude<Kernel, "v4">): string {
  return HEADER.replaceAll("@GUARD@", kernel.toUpperCase())
    .replaceAll("@DATA@", kernel === "x0" ? "24" : "20")
    .replaceAll("@REGISTERS@", kernel === "x0" ? X0_REGISTERS : V2_REGISTERS)
    .replaceAll("@CALLS@", kernel === "x0" ? X0_CALLS : V2_CALLS);
}

const X0_REGISTERS = `/*
 * int $0x30  in: EAX send descriptor, ECX timeouts, EDX w0, EBX w1, EDI w2, ESI partner, EBP receive descriptor
 *           out: EAX result, EDX w0, EBX w1, EDI w2, ESI sender
 */
typedef idl4_word_t idl4_threadid_t;
#define IDL4_NO_THREAD 0u
`;

const V2_REGISTERS = `/*
 * int $0x30  in: EAX send descriptor, ECX timeouts, EDX w0, EBX w1, EDI:ESI partner, EBP receive descriptor
 *           out: EAX result, EDX w0, EBX w1, EDI:ESI sender
 */
typedef struct {
  idl4_word_t low, high;
} idl4_threadid_t;
#define IDL4_NO_THREAD ((idl4_threadid_t){0, 0})
`;

const HEADER = `/* Support for stubs made by weft idl for L4 version @GUARD@ on i686. Freestanding. */
#ifndef IDL4_@GUARD@_H
#define IDL4_@GUARD@_H

#include "common.h"

@REGISTERS@
typedef idl4_threadid_t CORBA_Object;

#define IDL4_FID_BITS 6
#define IDL4_REGISTERS 0u           /* descriptor: nothing but registers */
#define IDL4_NOTHING 0xffffffffu    /* descriptor: do not send, or do not receive */
#define IDL4_MAP 2u                 /* descriptor bit: flexpages come first */
#define IDL4_OPEN 1u                /* receive descriptor bit: from anyone */
#define IDL4_WHOLE_SPACE (32u << 2) /* flexpage over the whole address space */
#define IDL4_FAILED(_result) ((_result) & 0xf0)
#define IDL4_DOPE(_words, _parts) (((idl4_word_t)(_words) << 13) | ((idl4_word_t)(_parts) << 8))

#define IDL4_PERM_READ 1u
#define IDL4_PERM_WRITE 2u
#define IDL4_PERM_EXECUTE 1u
#define IDL4_PERM_FULL 3u
#define IDL4_MODE_MAP 0u
#define IDL4_MODE_GRANT 1u

#ifndef SERVER_BUFFER_SIZE
#define SERVER_BUFFER_SIZE 8000
#endif

/* A flexpage on its way: where it goes in the receiver's window, and what is sent. */
typedef struct {
  idl4_word_t base;
  idl4_word_t fpage; /* address, bits 2-7 log2 of the size, bit 1 write, bit 0 grant */
} idl4_fpage_t;

IDL4_INLINE void idl4_fpage_set_base(idl4_fpage_t *_f, idl4_word_t _base) { _f->base = _base; }
IDL4_INLINE idl4_word_t idl4_fpage_get_base(idl4_fpage_t _f) { return _f.base; }
IDL4_INLINE void idl4_fpage_set_page(idl4_fpage_t *_f, idl4_word_t _page) { _f->fpage = (_page & ~3u) | (_f->fpage & 3u); }
IDL4_INLINE idl4_word_t idl4_fpage_get_page(idl4_fpage_t _f) { return _f.fpage & ~3u; }
IDL4_INLINE void idl4_fpage_set_permissions(idl4_fpage_t *_f, idl4_word_t _p) { _f->fpage = (_f->fpage & ~2u) | (_p & 2u); }
IDL4_INLINE idl4_word_t idl4_fpage_get_permissions(idl4_fpage_t _f) { return IDL4_PERM_READ | (_f.fpage & 2u); }
IDL4_INLINE void idl4_fpage_set_mode(idl4_fpage_t *_f, idl4_word_t _mode) { _f->fpage = (_f->fpage & ~1u) | (_mode & 1u); }
IDL4_INLINE idl4_word_t idl4_fpage_get_mode(idl4_fpage_t _f) { return _f.fpage & 1u; }

/* What a message in memory starts with; data follows at offset @DATA@. */
typedef struct {
  idl4_word_t rcv_window;
  idl4_word_t size_dope; /* room */
  idl4_word_t send_dope; /* what is sent of it */
} idl4_message_head_t;

typedef struct {
  idl4_word_t snd_size;
  const void *snd_str;
  idl4_word_t rcv_size;
  void *rcv_str;
} idl4_part_t;

@CALLS@
#endif
`;

const SERVER = `
/* A server's registers between two messages. */
typedef struct {
  idl4_threadid_t partner;
  idl4_word_t result; /* of the last reply and wait */
  idl4_word_t w0, w1, w2;
  idl4_word_t reply;     /* send descriptor; IDL4_NOTHING answers nobody */
  unsigned char *buffer; /* starts with an idl4_message_head_t */
} idl4_server_t;

#define IDL4_SERVICE __attribute__((regparm(1)))
typedef void (IDL4_SERVICE *idl4_service_t)(idl4_server_t *);

/* Keeps a message where the kernel left it, on its way from one service to the next. */
#if defined(IDL4_SYSENTER)
#define IDL4_HOLD(_server, _name) __asm__ volatile("/* " _name " */" : "+r"((_server)->w0), "+b"((_server)->w1), "+S"((_server)->partner))
#else
#define IDL4_HOLD(_server, _name) __asm__ volatile("/* " _name " */" : @HELD@)
#endif
/* Nothing is sent when the server waits next. */
IDL4_INLINE void idl4_answer_nobody(idl4_server_t *_server)
{
  _server->reply = IDL4_NOTHING;
  IDL4_ANY(_server->w0);
  IDL4_ANY(_server->w1);
  IDL4_ANY(_server->w2);
}
#define idl4_received(_server) (!IDL4_FAILED((_server)->result))
IDL4_INLINE void idl4_process_request(idl4_server_t *_server, idl4_service_t _service) { _service(_server); }
IDL4_INLINE void idl4_reply_exception(idl4_server_t *_server, idl4_word_t _exception)
{
  idl4_set_reply_id(_server, _exception);
  _server->reply = IDL4_REGISTERS;
}
`;

const X0_CALLS = `/*
 * One send and one receive. The receive descriptor belongs in EBP. Where EBP may be the frame pointer, it is saved and
 * set inside the statement, from a constant where it is one, else by way of ECX or memory.
 */
IDL4_INLINE idl4_word_t idl4_ipc(idl4_threadid_t *_partner, idl4_word_t _send, idl4_word_t _receive, idl4_word_t _timeouts,
                                 idl4_word_t *_w0, idl4_word_t *_w1, idl4_word_t *_w2)
{
#if defined(IDL4_SYSENTER)
  /* ECX points to the return address and the timeouts, which are gone when it returns; w0 comes back in EBP. */
#if defined(IDL4_FREE_EBP)
  idl4_word_t _ecx;
  /* Operands in memory may be found through ESP, so they are read and written while it is where it was. */
  __asm__ volatile(".ifnc %[ebp],%%ebp\\n\\tmovl %[timeouts], %%ecx\\n\\tpushl %[ebp]\\n\\txchg %%ebp, (%%esp)\\n\\tpushl %%ecx\\n\\t"
                   ".else\\n\\tpushl %[timeouts]\\n\\t.endif\\n\\t"
                   "push $1f\\n\\tmov %%esp, %%ecx\\n\\tsysenter\\n1:"
                   "\\n\\t.ifnc %[ebp],%%ebp\\n\\txchg %%ebp, (%%esp)\\n\\tpopl %[ebp]\\n\\t.endif"
                   : "+a"(_send), "+d"(*_w0), "+b"(*_w1), "+D"(*_w2), "+S"(*_partner), [ebp] "+r*m"(_receive), "=c"(_ecx)
                   : [timeouts] "cmi"(_timeouts)
                   : "memory", "cc");
  *_w0 = _receive;
#else
  const idl4_word_t _pair[2] = {_receive, _timeouts};
  const void *_pointer = _pair;
  __asm__ volatile("push %%ebp\\n\\tmov (%%ecx), %%ebp\\n\\tpushl 4(%%ecx)\\n\\tpush $1f\\n\\tmov %%esp, %%ecx\\n\\tsysenter\\n1:\\tmov %%ebp, %%edx\\n\\tpop %%ebp"
                   : "+a"(_send), "+c"(_pointer), "+d"(*_w0), "+b"(*_w1), "+D"(*_w2), "+S"(*_partner) : : "memory", "cc");
#endif
#elif defined(IDL4_FREE_EBP)
  __asm__ volatile(IDL4_INTO_EBP "int $0x30" IDL4_FROM_EBP : "+a"(_send), "+c"(_timeouts), "+d"(*_w0), "+b"(*_w1), "+D"(*_w2), "+S"(*_partner), [ebp] "+r*m"(_receive) : : "memory", "cc");
#else
  if (__builtin_constant_p(_receive) && _receive == IDL4_REGISTERS) {
    __asm__ volatile("push %%ebp\\n\\txor %%ebp, %%ebp\\n\\tint $0x30\\n\\tpop %%ebp" : "+a"(_send), "+c"(_timeouts), "+d"(*_w0), "+b"(*_w1), "+D"(*_w2), "+S"(*_partner) : : "memory", "cc");
  } else if (__builtin_constant_p(_receive) && _receive == IDL4_NOTHING) {
    __asm__ volatile("push %%ebp\\n\\tor $-1, %%ebp\\n\\tint $0x30\\n\\tpop %%ebp" : "+a"(_send), "+c"(_timeouts), "+d"(*_w0), "+b"(*_w1), "+D"(*_w2), "+S"(*_partner) : : "memory", "cc");
  } else if (__builtin_constant_p(_timeouts) && _timeouts == 0) {
    __asm__ volatile("push %%ebp\\n\\tmov %%ecx, %%ebp\\n\\txor %%ecx, %%ecx\\n\\tint $0x30\\n\\tpop %%ebp" : "+a"(_send), "+c"(_receive), "+d"(*_w0), "+b"(*_w1), "+D"(*_w2), "+S"(*_partner) : : "memory", "cc");
  } else {
    const idl4_word_t _pair[2] = {_receive, _timeouts};
    const void *_pointer = _pair;
    __asm__ volatile("push %%ebp\\n\\tmov (%%ecx), %%ebp\\n\\tmov 4(%%ecx), %%ecx\\n\\tint $0x30\\n\\tpop %%ebp" : "+a"(_send), "+c"(_pointer), "+d"(*_w0), "+b"(*_w1), "+D"(*_w2), "+S"(*_partner) : : "memory", "cc");
  }
#endif
  return _send;
}

IDL4_INLINE idl4_word_t idl4_call(idl4_threadid_t _partner, idl4_word_t _send, idl4_word_t _receive,
                                  const CORBA_Environment *_env, idl4_word_t *_w0, idl4_word_t *_w1, idl4_word_t *_w2)
{
  return idl4_ipc(&_partner, _send, _receive, idl4_timeout(_env), _w0, _w1, _w2);
}
${SERVER.replace("@HELD@", '"+d"((_server)->w0), "+b"((_server)->w1), "+S"((_server)->partner)').replace("/* A server", "#define idl4_set_reply_id(_server, _id) ((_server)->w2 = (_id))\n#define idl4_request_id(_server) ((_server)->w2)\n\n/* A server")}
IDL4_INLINE void idl4_reply_and_wait(idl4_server_t *_server, idl4_word_t _window)
{
  (void)_window;
  _server->result = idl4_ipc(&_server->partner, _server->reply, (idl4_word_t)_server->buffer | IDL4_OPEN, 0, &_server->w0,
                             &_server->w1, &_server->w2);
}

/*
 * Between threads of one address space, if the application links the symbol lipc: EDX, EBX, EDI words, ESI partner, EAX
 * 0 to call it, 1 to answer it (0: nobody) and wait for anyone. EBP and ESP survive; nothing is checked or timed.
 */
IDL4_INLINE void idl4_local_ipc(idl4_threadid_t *_partner, idl4_word_t _mode, idl4_word_t *_w0, idl4_word_t *_w1, idl4_word_t *_w2)
{
  idl4_word_t _ecx;
  __asm__ volatile("call lipc" : "+a"(_mode), "=c"(_ecx), "+d"(*_w0), "+b"(*_w1), "+D"(*_w2), "+S"(*_partner) : : "memory", "cc");
}
IDL4_INLINE void idl4_local_reply_and_wait(idl4_server_t *_server)
{
  idl4_threadid_t _partner = _server->reply == IDL4_NOTHING ? IDL4_NO_THREAD : _server->partner;
  idl4_local_ipc(&_partner, 1, &_server->w0, &_server->w1, &_server->w2);
  _server->partner = _partner;
  _server->result = 0;
}
`;

const V2_CALLS = `/*
 * One send and one receive. The receive descriptor belongs in EBP. Where EBP may be the frame pointer, it is saved and
 * set inside the statement, from a constant where it is one, else by way of ECX or memory.
 */
IDL4_INLINE idl4_word_t idl4_ipc(idl4_threadid_t *_partner, idl4_word_t _send, idl4_word_t _receive, idl4_word_t _timeouts,
                                 idl4_word_t *_w0, idl4_word_t *_w1)
{
#if defined(IDL4_FREE_EBP)
  __asm__ volatile(IDL4_INTO_EBP "int $0x30" IDL4_FROM_EBP : "+a"(_send), "+c"(_timeouts), "+d"(*_w0), "+b"(*_w1), "+S"(_partner->low), "+D"(_partner->high), [ebp] "+r*m"(_receive) : : "memory", "cc");
#else
  if (__builtin_constant_p(_receive) && _receive == IDL4_REGISTERS) {
    __asm__ volatile("push %%ebp\\n\\txor %%ebp, %%ebp\\n\\tint $0x30\\n\\tpop %%ebp" : "+a"(_send), "+c"(_timeouts), "+d"(*_w0), "+b"(*_w1), "+S"(_partner->low), "+D"(_partner->high) : : "memory", "cc");
  } else if (__builtin_constant_p(_receive) && _receive == IDL4_NOTHING) {
    __asm__ volatile("push %%ebp\\n\\tor $-1, %%ebp\\n\\tint $0x30\\n\\tpop %%ebp" : "+a"(_send), "+c"(_timeouts), "+d"(*_w0), "+b"(*_w1), "+S"(_partner->low), "+D"(_partner->high) : : "memory", "cc");
  } else if (__builtin_constant_p(_timeouts) && _timeouts == 0) {
    __asm__ volatile("push %%ebp\\n\\tmov %%ecx, %%ebp\\n\\txor %%ecx, %%ecx\\n\\tint $0x30\\n\\tpop %%ebp" : "+a"(_send), "+c"(_receive), "+d"(*_w0), "+b"(*_w1), "+S"(_partner->low), "+D"(_partner->high) : : "memory", "cc");
  } else {
    const idl4_word_t _pair[2] = {_receive, _timeouts};
    const void *_pointer = _pair;
    __asm__ volatile("push %%ebp\\n\\tmov (%%ecx), %%ebp\\n\\tmov 4(%%ecx), %%ecx\\n\\tint $0x30\\n\\tpop %%ebp" : "+a"(_send), "+c"(_pointer), "+d"(*_w0), "+b"(*_w1), "+S"(_partner->low), "+D"(_partner->high) : : "memory", "cc");
  }
#endif
  return _send;
}

IDL4_INLINE idl4_word_t idl4_call(idl4_threadid_t _partner, idl4_word_t _send, idl4_word_t _receive,
                                  const CORBA_Environment *_env, idl4_word_t *_w0, idl4_word_t *_w1)
{
  return idl4_ipc(&_partner, _send, _receive, idl4_timeout(_env), _w0, _w1);
}
${SERVER.replace("@HELD@", '"+d"((_server)->w0), "+S"((_server)->partner.low), "+D"((_server)->partner.high)').replace("/* A server", "#define idl4_set_reply_id(_server, _id) ((_server)->w1 = (_id))\n#define idl4_request_id(_server) ((_server)->id)\n\n/* A server").replace("w0, w1, w2;", "w0, w1;\n  idl4_word_t id; /* of the request */").replace("  IDL4_ANY(_server->w2);\n", "")}
IDL4_INLINE void idl4_reply_and_wait(idl4_server_t *_server, idl4_word_t _window)
{
  (void)_window;
  _server->result = idl4_ipc(&_server->partner, _server->reply, (idl4_word_t)_server->buffer | IDL4_OPEN, 0, &_server->w0,
                             &_server->w1);
  _server->id = _server->w1;
}
/* With flexpages in the registers, the id is the base of the void flexpage behind them, which the message has at offset 20. */
IDL4_INLINE void idl4_find_id(idl4_server_t *_server, int _most)
{
  const idl4_fpage_t *_page = (const idl4_fpage_t *)(const void *)(_server->buffer + 20);
  if (!(_server->result & IDL4_MAP)) return;
  while (_page->fpage && --_most > 0) _page++;
  _server->id = _page->base;
}
`;
