/** The namespace `AC` that the join-point API and introspection use; AspectC++'s names, and those of its manual. */

/** How the text begins, to find it again. */
export const GENERATED_AC = "namespace AC { typedef const char *Type;";

/**
 * `TypeInfo` finds a description in the class itself, not one that a class inherits from its base.
 */
export const AC = `${GENERATED_AC}
enum JPType { CALL = 0x0004, EXECUTION = 0x0008, CONSTRUCTION = 0x0010, DESTRUCTION = 0x0020, GET = 0x0100, SET = 0x0200, REF = 0x0400, BUILTIN = 0x0800 };
enum Protection { PROT_NONE, PRIVATE, PROTECTED, PUBLIC, PROT_PRIVATE = PRIVATE, PROT_PROTECTED = PROTECTED, PROT_PUBLIC = PUBLIC };
enum Specifiers { SPEC_NONE = 0x0, STATIC = 0x1, MUTABLE = 0x2, VIRTUAL = 0x4, SPEC_STATIC = STATIC, SPEC_MUTABLE = MUTABLE, SPEC_VIRTUAL = VIRTUAL };
struct Action { void *__weft_jp; void (*__weft_run)(void *); void trigger() { __weft_run(__weft_jp); } };
template <class T> struct Referred { typedef T type; }; template <class T> struct Referred<T &> { typedef T type; };
template <class T> struct __weft_bare { typedef T type; }; template <class T> struct __weft_bare<const T> { typedef T type; };
template <class T> struct __weft_bare<volatile T> { typedef T type; }; template <class T> struct __weft_bare<const volatile T> { typedef T type; };
template <class T, class U> struct __weft_same { }; template <class T> struct __weft_same<T, T> { typedef T type; };
template <class T> char (&__weft_described(...))[2];
template <class T> char __weft_described(typename __weft_same<typename T::__TI::That, typename __weft_bare<T>::type>::type const volatile *);
template <class T, int = sizeof(__weft_described<T>(0)) == 1> struct TypeInfo { enum { AVAILABLE = 0, BASECLASSES = 0, MEMBERS = 0, FUNCTIONS = 0, CONSTRUCTORS = 0, DESTRUCTORS = 0 }; typedef T That; };
template <class T> struct TypeInfo<T, 1> : T::__TI { enum { AVAILABLE = 1 }; }; }`;
