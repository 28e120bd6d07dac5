/** `idl4/x0.h`. */
import { classicHeader, SERVER_STATE } from "../classic/header.js";
import { X0 } from "./abi.js";

const REGISTERS = `/*
 * int $0x30  in: EAX send descriptor, ECX timeouts, EDX w0, EBX w1, EDI w2, ESI partner, EBP receive descriptor
 *           out: EAX result, EDX w0, EBX w1, EDI w2, ESI sender
 */
typedef idl4_word_t idl4_threadid_t;
#define IDL4_NO_THREAD 0u
`;

const CALLS = `/*
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
#define IDL4_ENTER "push $1f\\n\\tmov %%esp, %%ecx\\n\\tsysenter\\n1:\\n\\t.ifnc %[ebp],%%ebp\\n\\txchg %%ebp, (%%esp)\\n\\tpopl %[ebp]\\n\\t.endif"
  if (__builtin_constant_p(_receive)) {
    idl4_word_t _ebp;
    __asm__ volatile(".ifnc %[ebp],%%ebp\\n\\tmovl %[timeouts], %%ecx\\n\\tpushl %%ebp\\n\\tpushl %%ecx\\n\\t"
                     ".else\\n\\tpushl %[timeouts]\\n\\t.endif\\n\\tmovl %[receive], %%ebp\\n\\t" IDL4_ENTER
                     : "+a"(_send), "+d"(*_w0), "+b"(*_w1), "+D"(*_w2), "+S"(*_partner), [ebp] "=r*m"(_ebp), "=c"(_ecx)
                     : [timeouts] "cmi"(_timeouts), IDL4_CONSTANT(_receive)
                     : "memory", "cc");
    *_w0 = _ebp;
  } else {
    IDL4_COMPUTE(_receive);
    __asm__ volatile(".ifnc %[ebp],%%ebp\\n\\tmovl %[timeouts], %%ecx\\n\\tpushl %[ebp]\\n\\txchg %%ebp, (%%esp)\\n\\tpushl %%ecx\\n\\t"
                     ".else\\n\\tpushl %[timeouts]\\n\\t.endif\\n\\t" IDL4_ENTER
                     : "+a"(_send), "+d"(*_w0), "+b"(*_w1), "+D"(*_w2), "+S"(*_partner), [ebp] "+r*m"(_receive), "=c"(_ecx)
                     : [timeouts] "cmi"(_timeouts)
                     : "memory", "cc");
    *_w0 = _receive;
  }
#else
  const idl4_word_t _pair[2] = {_receive, _timeouts};
  const void *_pointer = _pair;
  __asm__ volatile("push %%ebp\\n\\tmov (%%ecx), %%ebp\\n\\tpushl 4(%%ecx)\\n\\tpush $1f\\n\\tmov %%esp, %%ecx\\n\\tsysenter\\n1:\\tmov %%ebp, %%edx\\n\\tpop %%ebp"
                   : "+a"(_send), "+c"(_pointer), "+d"(*_w0), "+b"(*_w1), "+D"(*_w2), "+S"(*_partner) : : "memory", "cc");
#endif
#elif defined(IDL4_FREE_EBP)
  if (__builtin_constant_p(_receive)) {
    idl4_word_t _ebp;
    __asm__ volatile(IDL4_SAVE_EBP "movl %[receive], %%ebp\\n\\tint $0x30" IDL4_FROM_EBP : "+a"(_send), "+c"(_timeouts), "+d"(*_w0), "+b"(*_w1), "+D"(*_w2), "+S"(*_partner), [ebp] "=r*m"(_ebp) : IDL4_CONSTANT(_receive) : "memory", "cc");
  } else {
    IDL4_COMPUTE(_receive);
    __asm__ volatile(IDL4_INTO_EBP "int $0x30" IDL4_FROM_EBP : "+a"(_send), "+c"(_timeouts), "+d"(*_w0), "+b"(*_w1), "+D"(*_w2), "+S"(*_partner), [ebp] "+r*m"(_receive) : : "memory", "cc");
  }
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
${SERVER_STATE.replace("@HELD@", '"+d"((_server)->w0), "+b"((_server)->w1), "+S"((_server)->partner)').replace("/* A server", "#define idl4_set_reply_id(_server, _id) ((_server)->w2 = (_id))\n#define idl4_request_id(_server) ((_server)->w2)\n\n/* A server")}
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

export const X0_HEADER = classicHeader({
  title: X0.title,
  dataOffset: X0.dataOffset,
  registers: REGISTERS,
  calls: CALLS,
});
