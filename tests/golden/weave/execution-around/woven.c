# 0 "<stdin>"
# 0 "<built-in>"
# 0 "<command-line>"
# 1 "/usr/include/stdc-predef.h" 1 3 4
# 0 "<command-line>" 2
# 1 "<stdin>"
# 1 "in.c" 1
int read_block(int device, char *to, unsigned long size);


# 3 "in.c" 3
static __inline __attribute__((always_inline, unused)) int __weft_advice_Retry_0_3(int __weft_arg0, char *__weft_arg1, unsigned long *__weft_at_arg2);
# 3 "in.c"
int read_block(int device, char *to, unsigned long size)

# 4 "in.c" 3
{ int __weft_result; (void)device; (void)to; (void)size; __weft_result = __weft_advice_Retry_0_3(device, to, &size); return __weft_result; } static __inline __attribute__((always_inline, unused)) int __weft_proceed_0(int device, char *to, unsigned long size) 
# 4 "in.c"
{
 if (device < 0)
  return -1;
 to[0] = (char)size;
 return 0;
}
# 2 "<stdin>" 2

# 10 "aspects.ah" 3
static __inline __attribute__((always_inline, unused)) void __weft_advice_Retry_1_1(unsigned long *__weft_at_arg2) { 
# 10 "aspects.ah"
                                                  { (*__weft_at_arg2)
# 10 "aspects.ah"
                                                              += 512; }
# 10 "aspects.ah" 3
}

# 3 "in.c" 3
static __inline __attribute__((always_inline, artificial, unused)) int __weft_proceed_2(int __weft_arg0, char *__weft_arg1, unsigned long *__weft_at_arg2) { __weft_advice_Retry_1_1(__weft_at_arg2); return __weft_proceed_0(__weft_arg0, __weft_arg1, (*__weft_at_arg2)); }

# 2 "aspects.ah" 3
static __inline __attribute__((always_inline, unused)) int __weft_advice_Retry_0_3(int __weft_arg0, char *__weft_arg1, unsigned long *__weft_at_arg2) { int __weft_result;
# 3 "aspects.ah"
 {
  for (int tries = 0; tries < 3; tries++) {
   (__weft_result = __weft_proceed_2(__weft_arg0, __weft_arg1, __weft_at_arg2));
   if (__weft_result
# 6 "aspects.ah"
                   == 0)
    return __weft_result;
  }
 }
# 9 "aspects.ah" 3
return __weft_result; }
