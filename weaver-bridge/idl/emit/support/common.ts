/** `idl4/common.h`: what generated stubs need on every kernel. Freestanding C, also C++98; includes nothing. */
export const COMMON_HEADER = `/* Support for stubs made by weft idl: types, environments, helpers. Freestanding. */
#ifndef IDL4_COMMON_H
#define IDL4_COMMON_H

#define IDL4_INLINE static inline __attribute__((always_inline, unused))
#define IDL4_LIKELY(x) __builtin_expect(!!(x), 1)
#define IDL4_UNLIKELY(x) __builtin_expect(!!(x), 0)
/* Gives a register no particular value, without an instruction. */
#define IDL4_ANY(x) __asm__("" : "=r"(x))
/* A word, constant or not, to memory by one instruction; for some processors gcc takes two. */
#define IDL4_PUT(_place, _word) __asm__("movl %1, %0" : "=m"(_place) : "ri"(_word))
/* An object that other code may also see as another type: message buffers. */
#define IDL4_ALIAS __attribute__((may_alias))

/*
 * System calls use EBP. In functions without frame pointer gcc hands it out like any other register; the operand [ebp]
 * then is EBP, because nothing else is left. Where something that is needed later lives in EBP, the operand is in memory,
 * and EBP is exchanged with it before and after the call; by way of the stack where EBP is what finds it there (the
 * only register of a stack's place with a b in its name). What goes in is computed before: an address of the stack would
 * need a register inside of the statement, where there is none ("impossible constraints").
 * Other compilers, and code that defines IDL4_KEEP_EBP, save EBP around each call.
 */
#if !defined(IDL4_KEEP_EBP) && !defined(__clang__)
#define IDL4_FREE_EBP
#define IDL4_COMPUTE(_word) __asm__("" : "+r"(_word))
/* For statements that put a constant into EBP themselves. */
#define IDL4_CONSTANT(_word) [receive] "i"(__builtin_constant_p(_word) ? (_word) : 0)
#define IDL4_IF_FRAMED ".set .Lidl4_framed,0\\n\\t.irpc idl4_char,%[ebp]\\n\\t.ifc \\\\idl4_char,b\\n\\t.set .Lidl4_framed,1\\n\\t.endif\\n\\t.endr\\n\\t.if .Lidl4_framed\\n\\t"
#define IDL4_BEFORE_CALL(_move) ".ifnc %[ebp],%%ebp\\n\\t" IDL4_IF_FRAMED "pushl %[ebp]\\n\\txchg %%ebp, (%%esp)\\n\\t.else\\n\\t" _move " %%ebp, %[ebp]\\n\\t.endif\\n\\t.endif\\n\\t"
#define IDL4_INTO_EBP IDL4_BEFORE_CALL("xchg")
#define IDL4_SAVE_EBP IDL4_BEFORE_CALL("movl") /* where nothing goes in */
#define IDL4_FROM_EBP "\\n\\t.ifnc %[ebp],%%ebp\\n\\t.if .Lidl4_framed\\n\\txchg %%ebp, (%%esp)\\n\\tpopl %[ebp]\\n\\t.else\\n\\txchg %%ebp, %[ebp]\\n\\t.endif\\n\\t.endif"
#endif

typedef unsigned int idl4_word_t;
typedef int idl4_signed_word_t;
typedef idl4_word_t IDL4_ALIAS idl4_any_word_t;

typedef signed char CORBA_signed_char;
typedef short CORBA_short;
typedef unsigned short CORBA_unsigned_short;
typedef int CORBA_int;
typedef unsigned int CORBA_unsigned_int;
typedef long CORBA_long;
typedef unsigned long CORBA_unsigned_long;
__extension__ typedef long long CORBA_long_long;
__extension__ typedef unsigned long long CORBA_unsigned_long_long;
typedef float CORBA_float;
typedef double CORBA_double;
typedef long double CORBA_long_double;
typedef char CORBA_char;
typedef unsigned short CORBA_wchar;
typedef unsigned char CORBA_boolean;
typedef unsigned char CORBA_octet;
typedef unsigned int CORBA_enum;

#define CORBA_NO_EXCEPTION 0
#define CORBA_SYSTEM_EXCEPTION 1
#define CORBA_USER_EXCEPTION 2

/* A client's side of a call: what happened, and how long to wait. */
typedef struct {
  unsigned _major : 8;  /* one of the three above */
  unsigned _minor : 24; /* number of the exception, or the kernel's error code */
  void *_data;          /* value of a user exception */
  idl4_word_t _timeout; /* the kernel's encoding; 0 is never */
  idl4_word_t _rcv_window;
} CORBA_Environment;

#define IDL4_DEFAULT_ENVIRONMENT {CORBA_NO_EXCEPTION, 0, 0, 0, IDL4_WHOLE_SPACE}
#define idl4_default_environment ((CORBA_Environment)IDL4_DEFAULT_ENVIRONMENT)

IDL4_INLINE void idl4_set_rcv_window(CORBA_Environment *_env, idl4_word_t _window) { _env->_rcv_window = _window; }
IDL4_INLINE idl4_word_t idl4_timeout(const CORBA_Environment *_env) { return _env ? _env->_timeout : 0; }

/* A server's side: what the implementation wants instead of a plain reply. */
typedef struct {
  idl4_word_t _exception; /* 0: none */
  void *_data;
  idl4_word_t _silent; /* no reply now */
} idl4_server_environment;

IDL4_INLINE void idl4_raise(idl4_server_environment *_env, idl4_word_t _exception, void *_data)
{
  _env->_exception = _exception;
  _env->_data = _data;
}
#define CORBA_exception_set(_env, _id, _data) idl4_raise(_env, _id, _data)
IDL4_INLINE void idl4_set_no_response(idl4_server_environment *_env) { _env->_silent = 1; }

/* The application provides these two; stubs use them for outputs of unknown size. */
#ifdef __cplusplus
extern "C" {
#endif
extern void *CORBA_alloc(idl4_word_t _bytes);
extern void CORBA_free(void *_pointer);
#ifdef __cplusplus
}
#endif
IDL4_INLINE CORBA_char *CORBA_string_alloc(idl4_word_t _length) { return (CORBA_char *)CORBA_alloc(_length + 1); }

IDL4_INLINE idl4_word_t CORBA_exception_id(const CORBA_Environment *_env) { return _env->_minor; }
IDL4_INLINE void *CORBA_exception_value(const CORBA_Environment *_env) { return _env->_data; }
IDL4_INLINE void CORBA_exception_free(CORBA_Environment *_env)
{
  if (_env->_data) CORBA_free(_env->_data);
  _env->_major = CORBA_NO_EXCEPTION;
  _env->_minor = 0;
  _env->_data = 0;
}

IDL4_INLINE void idl4_succeed(CORBA_Environment *_env)
{
  if (_env) *(idl4_any_word_t *)(void *)_env = 0; /* _major and _minor in one */
}
IDL4_INLINE void idl4_fail(CORBA_Environment *_env, unsigned _major, idl4_word_t _minor)
{
  if (!_env) return;
  _env->_major = _major & 0xff;
  _env->_minor = _minor & 0xffffff;
  _env->_data = 0;
}

IDL4_INLINE idl4_word_t idl4_least(idl4_word_t _a, idl4_word_t _b) { return _a < _b ? _a : _b; }
/* Characters before the closing zero: four a turn, which costs 9 instructions instead of 12. */
IDL4_INLINE idl4_word_t idl4_string_length(const CORBA_char *_string)
{
  const CORBA_char *_end = _string;
  for (;; _end += 4) {
    if (!_end[0]) break;
    if (!_end[1]) { _end += 1; break; }
    if (!_end[2]) { _end += 2; break; }
    if (!_end[3]) { _end += 3; break; }
  }
  return (idl4_word_t)(_end - _string);
}
/* The same by one instruction: fewer of them, but slower on most processors. */
IDL4_INLINE idl4_word_t idl4_string_scan(const CORBA_char *_string)
{
  idl4_word_t _left = 0xffffffffu;
  __asm__ volatile("repne scasb" : "+D"(_string), "+c"(_left) : "a"(0) : "memory", "cc");
  return 0xfffffffeu - _left;
}
IDL4_INLINE idl4_word_t idl4_wstring_length(const CORBA_wchar *_string)
{
  idl4_word_t _length = 0;
  while (_string[_length]) _length++;
  return _length;
}
/* Elements up to and with the closing zero, never more than _maximum. */
#ifdef IDL4_SCAN_STRINGS
#define idl4_string_size(_string, _maximum) idl4_least(idl4_string_scan(_string) + 1, _maximum)
#else
#define idl4_string_size(_string, _maximum) idl4_least(idl4_string_length(_string) + 1, _maximum)
#endif
#define idl4_wstring_size(_string, _maximum) idl4_least(idl4_wstring_length(_string) + 1, _maximum)

/* Whole words by one instruction; _bytes is rounded up to words. */
IDL4_INLINE void idl4_copy_words(void *_to, const void *_from, idl4_word_t _bytes)
{
  idl4_word_t _count = (_bytes + 3) >> 2;
  __asm__ volatile("rep movsl" : "+D"(_to), "+S"(_from), "+c"(_count) : : "memory");
}
IDL4_INLINE void idl4_copy_bytes(void *_to, const void *_from, idl4_word_t _bytes)
{
  __asm__ volatile("rep movsb" : "+D"(_to), "+S"(_from), "+c"(_bytes) : : "memory");
}

/* The bits of a value that is no integer, as a word, and back. */
IDL4_INLINE idl4_word_t idl4_bits_1(const void *_value)
{
  idl4_word_t _word = 0;
  __builtin_memcpy(&_word, _value, 1);
  return _word;
}
IDL4_INLINE void idl4_set_bits_1(void *_value, idl4_word_t _word) { __builtin_memcpy(_value, &_word, 1); }
IDL4_INLINE idl4_word_t idl4_bits_2(const void *_value)
{
  idl4_word_t _word = 0;
  __builtin_memcpy(&_word, _value, 2);
  return _word;
}
IDL4_INLINE void idl4_set_bits_2(void *_value, idl4_word_t _word) { __builtin_memcpy(_value, &_word, 2); }
IDL4_INLINE idl4_word_t idl4_bits_3(const void *_value)
{
  idl4_word_t _word = 0;
  __builtin_memcpy(&_word, _value, 3);
  return _word;
}
IDL4_INLINE void idl4_set_bits_3(void *_value, idl4_word_t _word) { __builtin_memcpy(_value, &_word, 3); }
IDL4_INLINE idl4_word_t idl4_bits_4(const void *_value)
{
  idl4_word_t _word = 0;
  __builtin_memcpy(&_word, _value, 4);
  return _word;
}
IDL4_INLINE void idl4_set_bits_4(void *_value, idl4_word_t _word) { __builtin_memcpy(_value, &_word, 4); }

/* A value with strings and sequences inside, on its way: its own bytes, then what they hold, on words' boundaries. */
typedef struct {
  unsigned char *at;
  idl4_word_t left;
  idl4_word_t allocates; /* unpacking copies to memory of its own */
  idl4_word_t bad;       /* too long, or no such value */
} idl4_stream_t;
#define IDL4_NO_BOUND 0x3fffffffu
#define IDL4_BAD_MESSAGE 0x7fffu /* exception: a stream that cannot be packed or unpacked */

/* The place of the next _count elements; 0 if they do not fit. */
IDL4_INLINE unsigned char *idl4_stream_place(idl4_stream_t *_s, idl4_word_t _count, idl4_word_t _size)
{
  unsigned char *_place = _s->at;
  idl4_word_t _bytes;
  if (_count > _s->left / _size) _s->bad = 1;
  if (_s->bad || _count == 0) return 0;
  _bytes = (_count * _size + 3) & ~3u;
  if (_bytes > _s->left) _bytes = _s->left;
  _s->at += _bytes;
  _s->left -= _bytes;
  return _place;
}
/* A stream's first bytes are the value's own: written, or read. 0 if they do not fit. */
IDL4_INLINE void *idl4_stream_start(idl4_stream_t *_s, const void *_value, idl4_word_t _bytes)
{
  unsigned char *_to = idl4_stream_place(_s, _bytes, 1);
  if (_to && _value) idl4_copy_bytes(_to, _value, _bytes);
  return _to;
}
IDL4_INLINE int idl4_stream_copy(idl4_stream_t *_s, void *_value, idl4_word_t _bytes)
{
  unsigned char *_from = _s->at ? idl4_stream_place(_s, _bytes, 1) : 0;
  if (_from) idl4_copy_bytes(_value, _from, _bytes);
  else _s->bad = 1;
  return _from != 0;
}
IDL4_INLINE void *idl4_pack_elements(idl4_stream_t *_s, const void *_from, idl4_word_t *_count, idl4_word_t _size, idl4_word_t _most)
{
  unsigned char *_to;
  if (*_count > _most || (*_count && !_from)) _s->bad = 1;
  _to = idl4_stream_place(_s, *_count, _size);
  if (_to) idl4_copy_bytes(_to, _from, *_count * _size);
  else *_count = 0;
  return _to;
}
IDL4_INLINE void *idl4_unpack_elements(idl4_stream_t *_s, const void *_unused, idl4_word_t *_count, idl4_word_t _size, idl4_word_t _most)
{
  unsigned char *_to;
  (void)_unused;
  if (*_count > _most) _s->bad = 1;
  _to = idl4_stream_place(_s, *_count, _size);
  if (_to && _s->allocates) {
    void *_copy = CORBA_alloc(*_count * _size);
    if (_copy) idl4_copy_bytes(_copy, _to, *_count * _size);
    else _s->bad = 1;
    _to = (unsigned char *)_copy;
  }
  if (!_to) *_count = 0;
  return _to;
}
/* A string's size takes the place of its address. */
IDL4_INLINE idl4_word_t idl4_pack_string(idl4_stream_t *_s, const CORBA_char *_from, idl4_word_t _most)
{
  idl4_word_t _size = _from ? idl4_string_size(_from, IDL4_NO_BOUND) : 0;
  idl4_pack_elements(_s, _from, &_size, 1, _most);
  return _size;
}
IDL4_INLINE idl4_word_t idl4_pack_wstring(idl4_stream_t *_s, const CORBA_wchar *_from, idl4_word_t _most)
{
  idl4_word_t _size = _from ? idl4_wstring_size(_from, IDL4_NO_BOUND) : 0;
  idl4_pack_elements(_s, _from, &_size, 2, _most);
  return _size;
}
IDL4_INLINE CORBA_char *idl4_unpack_string(idl4_stream_t *_s, const CORBA_char *_place, idl4_word_t _most)
{
  idl4_word_t _size = (idl4_word_t)_place;
  CORBA_char *_string = (CORBA_char *)idl4_unpack_elements(_s, 0, &_size, 1, _most);
  if (_string) _string[_size - 1] = 0;
  return _string;
}
IDL4_INLINE CORBA_wchar *idl4_unpack_wstring(idl4_stream_t *_s, const CORBA_wchar *_place, idl4_word_t _most)
{
  idl4_word_t _size = (idl4_word_t)_place;
  CORBA_wchar *_string = (CORBA_wchar *)idl4_unpack_elements(_s, 0, &_size, 2, _most);
  if (_string) _string[_size - 1] = 0;
  return _string;
}

#endif
`;
