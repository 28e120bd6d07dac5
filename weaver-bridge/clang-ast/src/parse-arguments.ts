/**
 * libclang's arguments for text that gcc preprocessed: dialect and target come from the compile, the rest makes
 * clang accept what gcc accepts and read nothing but the text.
 */
import type { Language } from "../../model/index.js";

// Parsed as C source rather than as preprocessed output, so that -D can repair gcc's own spellings; offsets stay
// those of the text, since macros don't move it.
const SHARED_REPAIRS = [
  "-D__malloc__(...)=__malloc__",
  "-D__seg_fs=__attribute__((address_space(257)))",
  "-D__seg_gs=__attribute__((address_space(256)))",
  "-D__float80=long double",
  // With two operands; with three its indices would have to be constant, and the function is told as left out.
  "-D__builtin_shuffle=__builtin_shufflevector",
  // Asked of what is then asserted to have it, or not to be without an end.
  "-D__builtin_has_attribute(object,attribute)=__weft_has_##attribute",
  ...attributes(0, "nonstring"),
  ...attributes(
    1,
    "aligned alias always_inline cold const constructor copy deprecated destructor format gnu_inline hot ifunc leaf malloc",
  ),
  ...attributes(
    1,
    "may_alias mode nocommon noinline nonnull noreturn nothrow packed pure returns_nonnull section tls_model",
  ),
  ...attributes(1, "transparent_union unused used vector_size visibility warn_unused_result weak"),
];

function attributes(answer: 0 | 1, names: string): string[] {
  return names
    .split(" ")
    .flatMap((name) => [name, `__${name}__`])
    .map((name) => `-D__weft_has_${name}=${answer}`);
}

// In C++ the C library declares these types by itself.
const C_REPAIRS = [
  "-D_Float32=float",
  "-D_Float64=double",
  "-D_Float32x=double",
  "-D_Float64x=long double",
  "-D_Float128=__float128",
];

/** gcc's take pointers to what is `_Atomic` as well: as calls of what takes any, in text that has some. */
const ATOMIC_REPAIRS = Object.entries({
  load: "void(*)(ANY,ANY,int)",
  store: "void(*)(ANY,ANY,int)",
  store_n: "void(*)(ANY,...)",
  exchange: "void(*)(ANY,ANY,ANY,int)",
  compare_exchange: "_Bool(*)(ANY,ANY,ANY,int,int,int)",
  fetch_add: "long long(*)(ANY,...)",
  fetch_sub: "long long(*)(ANY,...)",
  fetch_and: "long long(*)(ANY,...)",
  fetch_or: "long long(*)(ANY,...)",
  fetch_xor: "long long(*)(ANY,...)",
}).map(([name, type]) => `-D__atomic_${name}=((${type.replaceAll("ANY", "volatile void*")})0)`);

// What `native/src/repairs.cpp` puts in the place of longer spellings.
const CPLUSPLUS_REPAIRS = [
  "-D__weft_index_tuple=template<typename,size_t...I>using __weft_t=_Index_tuple<I...>;using __type=__make_integer_seq<__weft_t,size_t,_Num>;",
];

// Nothing but the text is read, so that the driver need not look for compilers and libraries in a hundred places.
const NO_TOOLCHAIN = ["--sysroot=/nonexistent", "--gcc-toolchain=/nonexistent"];

// What clang only warns about, or gives as an error that can be put off, is for the real compiler to judge.
const LENIENT = ["-w", "-Wno-everything"];

/** `given` are the compile's own: `-std=gnu11`, `-m32`, `--target=…`, `-ffreestanding`, `-fno-builtin`. */
export function parseArguments(language: Language, given: readonly string[], text: string): string[] {
  return [
    "-x",
    language,
    "-undef",
    "-nostdinc",
    ...NO_TOOLCHAIN,
    "-ferror-limit=0",
    "-fbracket-depth=1024",
    "-fno-spell-checking",
    ...(given.some((argument) => argument.startsWith("--target") || argument === "-target")
      ? []
      : [given.includes("-m32") ? "--target=i686-linux-gnu" : "--target=x86_64-linux-gnu"]),
    ...LENIENT,
    ...SHARED_REPAIRS,
    ...(language === "c" ? C_REPAIRS : CPLUSPLUS_REPAIRS),
    ...(language === "c" && text.includes("_Atomic") ? ATOMIC_REPAIRS : []),
    ...given.filter((argument) => argument !== "-m32" && argument !== "-m64"),
  ];
}
