# 0 "<stdin>"
# 0 "<built-in>"
# 0 "<command-line>"
# 1 "/usr/include/stdc-predef.h" 1 3 4
# 0 "<command-line>" 2
# 1 "<stdin>"
# 1 "in.c" 1
struct request { int status; };


# 3 "in.c" 3
static __inline __attribute__((always_inline, unused)) void __weft_advice_Count_0_0(int __weft_result);
# 3 "in.c"
int submit(struct request *r)

# 4 "in.c" 3
{ int __weft_result;  
# 4 "in.c"
{
 if (!r)
  { __weft_result =
# 6 "in.c"
         -1
# 6 "in.c" 3
; __weft_advice_Count_0_0(__weft_result); return __weft_result; }
# 7 "in.c"
 if (r->status < 0)
  { int __weft_value = 
# 8 "in.c"
         r->status; __weft_result = __weft_value; goto __weft_after; }
 { __weft_result =
# 9 "in.c"
        0
# 9 "in.c" 3
; __weft_advice_Count_0_0(__weft_result); return __weft_result; }
# 10 "in.c"
}
# 10 "in.c" 3
 __weft_after: __weft_advice_Count_0_0(__weft_result); return __weft_result; }
# 11 "in.c"


# 12 "in.c" 3
static __inline __attribute__((always_inline, unused)) void __weft_advice_Count_1_1(void);
# 12 "in.c"
void finish(struct request *r)

# 13 "in.c" 3
{  
# 13 "in.c"
{
 if (!r)
  { goto __weft_after; }
 r->status = 0;
}
# 17 "in.c" 3
 __weft_after: __weft_advice_Count_1_1(); }
# 18 "in.c"
# 2 "<stdin>" 2
# 2 "aspects.ah"
 __attribute__((weak)) 
# 2 "aspects.ah"
 int __weft_Count_failures;

# 5 "aspects.ah" 3
static __inline __attribute__((always_inline, unused)) void __weft_advice_Count_0_0(int __weft_result) { 
# 6 "aspects.ah"
 {
  if (__weft_result
# 7 "aspects.ah"
                  < 0)
   __weft_Count_failures
# 8 "aspects.ah"
           ++;
 }
# 9 "aspects.ah" 3
}

# 10 "aspects.ah" 3
static __inline __attribute__((always_inline, unused)) void __weft_advice_Count_1_1(void) { 
# 10 "aspects.ah"
                                             { __weft_Count_failures
# 10 "aspects.ah"
                                                        = 0; }
# 10 "aspects.ah" 3
}
