# 0 "<stdin>"
# 0 "<built-in>"
# 0 "<command-line>"
# 1 "/usr/include/stdc-predef.h" 1 3 4
# 0 "<command-line>" 2
# 1 "<stdin>"
# 1 "in.c" 1
int add(int a, int b);


# 3 "in.c" 3
static __inline __attribute__((always_inline, unused)) void __weft_advice_Trace_0_0(int __weft_arg1);
# 3 "in.c"
int add(int a, int b)

# 4 "in.c" 3
{ __weft_advice_Trace_0_0(b); 
# 4 "in.c"
{
 return a + b;
} }


# 8 "in.c" 3
static __inline __attribute__((always_inline, unused)) void __weft_advice_Trace_1_1(void);
# 8 "in.c"
static inline int twice(int x)

# 9 "in.c" 3
{ __weft_advice_Trace_1_1(); 
# 9 "in.c"
{
 int y = x;

 return y + y;
} }

int use(void) { return add(twice(1), 2); }
# 2 "<stdin>" 2

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wunused-variable"
#pragma GCC diagnostic ignored "-Wunused-const-variable"
# 1 "aspects.ah"
extern void trace(const char *what, int value);
#pragma GCC diagnostic pop

# 4 "aspects.ah" 3
static __inline __attribute__((always_inline, unused)) void __weft_advice_Trace_0_0(int __weft_arg1) { 
# 5 "aspects.ah"
 {
  trace("int add(int,int)"
# 6 "aspects.ah"
                      , __weft_arg1);
 }
# 7 "aspects.ah" 3
}

# 8 "aspects.ah" 3
static __inline __attribute__((always_inline, unused)) void __weft_advice_Trace_1_1(void) { 
# 8 "aspects.ah"
                                             { trace("twice", 0); }
# 8 "aspects.ah" 3
}
