#include "repairs.h"

#include <cstring>

namespace weft {

namespace {

struct Repair {
  const char *word;  // what is searched for
  const char *from;  // the whole spelling, in which `word` stands
  const char *to;    // no longer than `from`
};

// libstdc++ 12 without its branches for clang.
constexpr Repair repairs[] = {
    {"__integer_pack", "using __type = _Index_tuple<__integer_pack(_Num)...>;", "__weft_index_tuple"},
    {"__integer_pack", "integer_sequence<_Tp, __integer_pack(_Num)...>", "__make_integer_seq<integer_sequence,_Tp,_Num>"},
    // <stdatomic.h> of GCC: clang takes no initializer in braces for an atomic struct.
    {"_Atomic struct", "typedef _Atomic struct\n{\n", "typedef struct\n{\n"},
    // What <immintrin.h> of GCC defines and clang has built in: calls mean that one.
    {"__rdtsc (void)", "__rdtsc (void)", "__rdts_ (void)"},
    {"_mm_getcsr (void)", "_mm_getcsr (void)", "_mm_getcs_ (void)"},
    {"_mm_setcsr (unsigned", "_mm_setcsr (unsigned int __I)", "_mm_setcs_ (unsigned int __I)"},
    {"_mm_sfence (void)", "_mm_sfence (void)", "_mm_sfenc_ (void)"},
    {"_mm_lfence (void)", "_mm_lfence (void)", "_mm_lfenc_ (void)"},
    {"_mm_mfence (void)", "_mm_mfence (void)", "_mm_mfenc_ (void)"},
    {"_mm_pause (void)", "_mm_pause (void)", "_mm_paus_ (void)"},
    {"_mm_clflush (void", "_mm_clflush (void const *__A)", "_mm_clflus_ (void const *__A)"},
};

void apply(std::string &text, const Repair &repair) {
  const size_t size = std::strlen(repair.from);
  const size_t offset = static_cast<size_t>(std::strstr(repair.from, repair.word) - repair.from);
  for (size_t at = text.find(repair.word); at != std::string::npos; at = text.find(repair.word, at + 1)) {
    if (at < offset || text.compare(at - offset, size, repair.from) != 0) continue;
    std::string with = repair.to;
    with.resize(size, ' ');
    text.replace(at - offset, size, with);
  }
}

}  // namespace

void repairText(std::string &text) {
  for (const Repair &repair : repairs) apply(text, repair);
}

}  // namespace weft
