# 0 "<stdin>"
# 0 "<built-in>"
# 0 "<command-line>"
# 1 "/usr/include/stdc-predef.h" 1 3 4
# 0 "<command-line>" 2
# 1 "<stdin>"
# 1 "in.c" 1
struct inode { unsigned uid; int mode : 9; struct inode *parent; int counts[4]; };
int check(struct inode *node, int wanted);
static int depth;


# 5 "in.c" 3
static __inline __attribute__((always_inline, artificial, unused)) int __weft_shadow_1(struct inode *__weft_arg0, int __weft_arg1);
# 5 "in.c" 3
static __inline __attribute__((always_inline, artificial, unused)) unsigned int __weft_shadow_3(struct inode *__weft_target, unsigned int __weft_arg0);
# 5 "in.c" 3
static __inline __attribute__((always_inline, artificial, unused)) unsigned int __weft_shadow_5(struct inode *__weft_target);
# 5 "in.c" 3
static __inline __attribute__((always_inline, artificial, unused)) int __weft_shadow_8(struct inode *__weft_target, int __weft_operand);
# 5 "in.c" 3
static __inline __attribute__((always_inline, artificial, unused)) int __weft_shadow_10(struct inode *__weft_target, int __weft_idx0, int __weft_operand);
# 5 "in.c" 3
static __inline __attribute__((always_inline, artificial, unused)) int __weft_shadow_12(int *__weft_variable);
# 5 "in.c"
int chown(struct inode *node, unsigned uid)
{
 if (__weft_shadow_1
# 7 "in.c"
          (node->parent, 2))
  __weft_shadow_3(
# 8 "in.c"
  node      , uid + __weft_shadow_5(
# 8 "in.c"
                    node->parent     ));
 __weft_shadow_8(
# 9 "in.c"
 node       ,  4);
 __weft_shadow_10(
# 10 "in.c"
 node        ,__weft_shadow_12(&
# 10 "in.c"
              depth  ) 
# 10 "in.c"
                       ,  1);
 return node->mode;
}
# 2 "<stdin>" 2

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wunused-variable"
#pragma GCC diagnostic ignored "-Wunused-const-variable"
# 1 "aspects.ah"
extern void log_write(struct inode *node, unsigned value);
#pragma GCC diagnostic pop

# 9 "aspects.ah" 3
static __inline __attribute__((always_inline, unused)) int __weft_advice_Owner_5_0(int __weft_result, int __weft_arg1) { 
# 9 "aspects.ah"
                                       { __weft_result
# 9 "aspects.ah"
                                                     |= __weft_arg1; }
# 9 "aspects.ah" 3
return __weft_result; }

# 7 "in.c" 3
static __inline __attribute__((always_inline, artificial, unused)) int __weft_shadow_1(struct inode *__weft_arg0, int __weft_arg1) { int __weft_result; __weft_result = check(__weft_arg0, __weft_arg1); __weft_result = __weft_advice_Owner_5_0(__weft_result, __weft_arg1); return __weft_result; }

# 4 "aspects.ah" 3
static __inline __attribute__((always_inline, unused)) void __weft_advice_Owner_0_2(struct inode *__weft_target, unsigned int __weft_arg0) { 
# 4 "aspects.ah"
                                       { log_write(__weft_target
# 4 "aspects.ah"
                                                              , __weft_arg0); }
# 4 "aspects.ah" 3
}

# 8 "in.c" 3
static __inline __attribute__((always_inline, artificial, unused)) unsigned int __weft_shadow_3(struct inode *__weft_target, unsigned int __weft_arg0) { __weft_advice_Owner_0_2(__weft_target, __weft_arg0); __weft_target->uid = __weft_arg0; return __weft_arg0; }

# 5 "aspects.ah" 3
static __inline __attribute__((always_inline, unused)) unsigned int __weft_advice_Owner_1_4(unsigned int __weft_result) { 
# 5 "aspects.ah"
                                      { if (__weft_result
# 5 "aspects.ah"
                                                        == 0) __weft_result
# 5 "aspects.ah"
                                                                          = 65534; }
# 5 "aspects.ah" 3
return __weft_result; }

# 8 "in.c" 3
static __inline __attribute__((always_inline, artificial, unused)) unsigned int __weft_shadow_5(struct inode *__weft_target) { unsigned int __weft_result; __weft_result = __weft_target->uid; __weft_result = __weft_advice_Owner_1_4(__weft_result); return __weft_result; }

# 9 "in.c" 3
static __inline __attribute__((always_inline, artificial, unused)) void __weft_proceed_6(struct inode *__weft_target, int *__weft_at_arg0) { (*__weft_at_arg0) = (__weft_target->mode = (*__weft_at_arg0)); }

# 6 "aspects.ah" 3
static __inline __attribute__((always_inline, unused)) void __weft_advice_Owner_2_7(int *__weft_at_arg0, struct inode *__weft_target) { 
# 6 "aspects.ah"
                                        { if ((*__weft_at_arg0)
# 6 "aspects.ah"
                                                        != 0) __weft_proceed_6(__weft_target, __weft_at_arg0); }
# 6 "aspects.ah" 3
}

# 9 "in.c" 3
static __inline __attribute__((always_inline, artificial, unused)) int __weft_shadow_8(struct inode *__weft_target, int __weft_operand) { int __weft_result; int __weft_arg0; __weft_result = __weft_target->mode; __weft_arg0 = __weft_result | __weft_operand; __weft_advice_Owner_2_7(&__weft_arg0, __weft_target); return __weft_arg0; }

# 7 "aspects.ah" 3
static __inline __attribute__((always_inline, unused)) void __weft_advice_Owner_3_9(struct inode *__weft_target, int __weft_idx0) { 
# 7 "aspects.ah"
                                         { log_write(__weft_target
# 7 "aspects.ah"
                                                                , (unsigned)__weft_idx0); }
# 7 "aspects.ah" 3
}

# 10 "in.c" 3
static __inline __attribute__((always_inline, artificial, unused)) int __weft_shadow_10(struct inode *__weft_target, int __weft_idx0, int __weft_operand) { int __weft_result; int __weft_arg0; __weft_result = __weft_target->counts[__weft_idx0]; __weft_arg0 = __weft_result + __weft_operand; __weft_target->counts[__weft_idx0] = __weft_arg0; __weft_advice_Owner_3_9(__weft_target, __weft_idx0); return __weft_arg0; }

# 8 "aspects.ah" 3
static __inline __attribute__((always_inline, unused)) void __weft_advice_Owner_4_11(void) { 
# 8 "aspects.ah"
                                  { log_write(0, 0); }
# 8 "aspects.ah" 3
}

# 10 "in.c" 3
static __inline __attribute__((always_inline, artificial, unused)) int __weft_shadow_12(int *__weft_variable) { int __weft_result; int __weft_arg0; __weft_advice_Owner_4_11(); __weft_result = (*__weft_variable); __weft_arg0 = __weft_result + 1; (*__weft_variable) = __weft_arg0; return __weft_result; }
