/** The support headers of X0 and V2: one text, because the two kernels differ in registers, not in ideas. */

export interface ClassicParts {
  /** Of the header's guard, and as its text calls the kernel. */
  readonly title: string;
  readonly dataOffset: number;
  /** Thread ids, and which registers hold what. */
  readonly registers: string;
  /** System calls, and a server's state ({@link SERVER_STATE}). */
  readonly calls: string;
}

export function classicHeader({ title, dataOffset, registers, calls }: ClassicParts): string {
  return HEADER.replaceAll("@GUARD@", title)
    .replaceAll("@DATA@", String(dataOffset))
    .replaceAll("@REGISTERS@", registers)
    .replaceAll("@CALLS@", calls);
}

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

/** `@HELD@` stands for the registers that keep a request from one service to the next. */
export const SERVER_STATE = `
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
