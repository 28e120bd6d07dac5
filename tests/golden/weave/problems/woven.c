# 0 "<stdin>"
# 0 "<built-in>"
# 0 "<command-line>"
# 1 "/usr/include/stdc-predef.h" 1 3 4
# 0 "<command-line>" 2
# 1 "<stdin>"
# 1 "in.c" 1
int sum(int n, ...) { return n; }
void quiet(void) { }
int plain(int a) { return a; }
struct flags { unsigned on : 1; };

# 5 "in.c" 3
static __inline __attribute__((always_inline, unused)) void __weft_advice_A_7_0(void);
# 5 "in.c" 3
static __inline __attribute__((always_inline, artificial, unused)) int __weft_shadow_2(volatile void *__weft_any, int __weft_arg0);
# 5 "in.c"
int lights(void)

# 6 "in.c" 3
{ __weft_advice_A_7_0(); 
# 6 "in.c"
{
 struct local { int value; } here = { 1 };
 struct { unsigned bit : 2; } nameless = { 1 };
 __weft_shadow_2((volatile void *)&
# 9 "in.c"
 here.value , 2);
 nameless.bit = 3;
 return here.value + nameless.bit;
} }
int matrix(int n, int m[n][n]) { return m[0][n - 1]; }
# 2 "<stdin>" 2

# 9 "aspects.ah" 3
static __inline __attribute__((always_inline, unused)) void __weft_advice_A_7_0(void) { 
# 9 "aspects.ah"
                                              { }
# 9 "aspects.ah" 3
}

# 8 "aspects.ah" 3
static __inline __attribute__((always_inline, unused)) void __weft_advice_A_6_1(void) { 
# 8 "aspects.ah"
                                       { }
# 8 "aspects.ah" 3
}

# 9 "in.c" 3
static __inline __attribute__((always_inline, artificial, unused)) int __weft_shadow_2(volatile void *__weft_any, int __weft_arg0) { int *__weft_place = (int *)__weft_any; __weft_advice_A_6_1(); (*__weft_place) = __weft_arg0; return __weft_arg0; }
