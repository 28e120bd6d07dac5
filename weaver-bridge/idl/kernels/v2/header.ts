/** `idl4/v2.h`. */
import { classicHeader, SERVER_STATE } from "../classic/header.js";
import { V2 } from "./abi.js";

const REGISTERS = `/*
 * int $0x30  in: EAX send descriptor, ECX timeouts, EDX w0, EBX w1, EDI:ESI partner, EBP receive descriptor
 *           out: EAX result, EDX w0, EBX w1, EDI:ESI sender
 */
typedef struct {
  idl4_word_t low, high;
} idl4_threadid_t;
#define IDL4_NO_THREAD ((idl4_threadid_t){0, 0})
`;

const CALLS = `/*
 * One send and one receive. The receive descriptor belongs in EBP. Where EBP may be the frame pointer, it is saved and
 * set inside the statement, from a constant where it is one, else by way of ECX or memory.
 */
IDL4_INLINE idl4_word_t idl4_ipc(idl4_threadid_t *_partner, idl4_word_t _send, idl4_word_t _receive, idl4_word_t _timeouts,
                                 idl4_word_t *_w0, idl4_word_t *_w1)
{
#if defined(IDL4_FREE_EBP)
  if (__builtin_constant_p(_receive)) {
    idl4_word_t _ebp;
    __asm__ volatile(IDL4_SAVE_EBP "movl %[receive], %%ebp\\n\\tint $0x30" IDL4_FROM_EBP : "+a"(_send), "+c"(_timeouts), "+d"(*_w0), "+b"(*_w1), "+S"(_partner->low), "+D"(_partner->high), [ebp] "=r*m"(_ebp) : IDL4_CONSTANT(_receive) : "memory", "cc");
  } else {
    IDL4_COMPUTE(_receive);
    __asm__ volatile(IDL4_INTO_EBP "int $0x30" IDL4_FROM_EBP : "+a"(_send), "+c"(_timeouts), "+d"(*_w0), "+b"(*_w1), "+S"(_partner->low), "+D"(_partner->high), [ebp] "+r*m"(_receive) : : "memory", "cc");
  }
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
${SERVER_STATE.replace("@HELD@", '"+d"((_server)->w0), "+S"((_server)->partner.low), "+D"((_server)->partner.high)').replace("/* A server", "#define idl4_set_reply_id(_server, _id) ((_server)->w1 = (_id))\n#define idl4_request_id(_server) ((_server)->id)\n\n/* A server").replace("w0, w1, w2;", "w0, w1;\n  idl4_word_t id; /* of the request */").replace("  IDL4_ANY(_server->w2);\n", "")}
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

export const V2_HEADER = classicHeader({
  title: V2.title,
  dataOffset: V2.dataOffset,
  registers: REGISTERS,
  calls: CALLS,
});
