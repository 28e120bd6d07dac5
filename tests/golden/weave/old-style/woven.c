# 0 "<stdin>"
# 0 "<built-in>"
# 0 "<command-line>"
# 1 "/usr/include/stdc-predef.h" 1 3 4
# 0 "<command-line>" 2
# 1 "<stdin>"
# 1 "in.c" 1

extern int printk(const char *format, ...) __attribute__((format(printf, 1, 2)));
__attribute__((section(".init.text"))) int start(int (*hook)(int), char text[8], int (*)(void), unsigned);

# 4 "in.c" 3
static __inline __attribute__((always_inline, unused)) int __weft_advice_A_0_1(char **__weft_at_arg1, __typeof__(int (*)(int)) __weft_arg0, __typeof__(int (*)(void)) __weft_arg2, unsigned int __weft_arg3);
# 4 "in.c" 3
static __inline __attribute__((always_inline, artificial, unused)) int __weft_shadow_3(const char *__weft_arg0, char *__weft_arg1, unsigned int __weft_arg2);
# 4 "in.c"
int start(int (*hook)(int), char text[8], int (*unused)(void), unsigned flags)

# 5 "in.c" 3
{ int __weft_result; (void)hook; (void)text; (void)unused; (void)flags; __weft_result = __weft_advice_A_0_1(&text, hook, unused, flags); return __weft_result; } static __attribute__((unused)) int __weft_proceed_0(__typeof__(int (*)(int)) hook, char *text, __typeof__(int (*)(void)) unused, unsigned int flags) 
# 5 "in.c"
{
 (void)unused;
 __weft_shadow_3
# 7 "in.c"
       ("start %s %x\n", text, flags);
 return hook((int)flags);
}
static int negate(int n) { return -n; }

# 11 "in.c" 3
static __inline __attribute__((always_inline, unused)) __typeof__(int (*)(int)) __weft_advice_A_1_5(int __weft_arg0);
# 11 "in.c"
static int (*choose(int n))(int) 
# 11 "in.c" 3
{ __typeof__(int (*)(int)) __weft_result; (void)n; __weft_result = __weft_advice_A_1_5(n); return __weft_result; } static __inline __attribute__((always_inline, unused)) __typeof__(int (*)(int)) __weft_proceed_4(int n) 
# 11 "in.c"
                                 { return n ? negate : 0; }
int use(void) { return choose(0) == 0; }
# 2 "<stdin>" 2

# 2 "aspects.ah" 3
static __inline __attribute__((always_inline, unused)) int __weft_advice_A_0_1(char **__weft_at_arg1, __typeof__(int (*)(int)) __weft_arg0, __typeof__(int (*)(void)) __weft_arg2, unsigned int __weft_arg3) { int __weft_result;
# 2 "aspects.ah"
                                             { (*__weft_at_arg1)
# 2 "aspects.ah"
                                                        [0] = 'x'; (__weft_result = __weft_proceed_0(__weft_arg0, (*__weft_at_arg1), __weft_arg2, __weft_arg3))
# 2 "aspects.ah"
                                                                                 ; (__weft_result = __weft_proceed_0(__weft_arg0, (*__weft_at_arg1), __weft_arg2, __weft_arg3)); }
# 2 "aspects.ah" 3
return __weft_result; }

# 4 "aspects.ah" 3
static __inline __attribute__((always_inline, unused)) void __weft_advice_A_2_2(const char **__weft_at_arg0) { 
# 4 "aspects.ah"
                                         { (*__weft_at_arg0)
# 4 "aspects.ah"
                                                    ++; }
# 4 "aspects.ah" 3
}

# 7 "in.c" 3
static __inline __attribute__((always_inline, artificial, unused)) int __weft_shadow_3(const char *__weft_arg0, char *__weft_arg1, unsigned int __weft_arg2) { __weft_advice_A_2_2(&__weft_arg0); return printk(__weft_arg0, __weft_arg1, __weft_arg2); }

# 3 "aspects.ah" 3
static __inline __attribute__((always_inline, unused)) __typeof__(int (*)(int)) __weft_advice_A_1_5(int __weft_arg0) { __typeof__(int (*)(int)) __weft_result;
# 3 "aspects.ah"
                                              { (__weft_result = __weft_proceed_4(__weft_arg0)); }
# 3 "aspects.ah" 3
return __weft_result; }
