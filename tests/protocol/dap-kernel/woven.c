# 1 "kernel.c"
# 1 "kernel.h" 1
struct inode {
  unsigned i_uid;
  unsigned i_mode;
  const char *name;
};

void serial_init(void);
void serial_write(const char *text);
void serial_put(char c);
# 3 "kernel.c" 2

static struct inode root_inode = { 7, 0, "/" };
int open_count;
int tick_count;
struct inode *current_inode = &root_inode;

static inline __attribute__((always_inline, artificial, unused)) unsigned __weft_shadow_0(struct inode *__weft_target);
# 9 "kernel.c"
int may_open(struct inode *inode, int uid) {
  if (__weft_shadow_0(inode
# 10 "kernel.c"
                        ) == uid)
    return 1;
  return uid == 0;
}

static inline __attribute__((always_inline, artificial, unused)) int __weft_shadow_1(struct inode *__weft_arg0, int __weft_arg1);
static inline __attribute__((always_inline, unused)) void __weft_advice_Trace_0_0(void);
# 15 "kernel.c"
int sys_open(const char *path, int flags) { __weft_advice_Trace_0_0(); {
# 15 "kernel.c"
                                            
  int fd = 3 + flags;
  if (!__weft_shadow_1
# 17 "kernel.c"
               (current_inode, flags))
    fd = -1;
  open_count++;
  return fd;
} }

static inline __attribute__((always_inline, unused)) void __weft_advice_Trace_0_1(void);
# 23 "kernel.c"
int sys_close(int fd) { __weft_advice_Trace_0_1(); {
# 23 "kernel.c"
                       
  int left = open_count - 1;
  open_count = left;
  return fd < 0 ? -1 : 0;
} }

static inline __attribute__((always_inline, unused)) int __weft_advice_Trace_1_0(int *__weft_at_arg0);
static inline __attribute__((always_inline, unused)) int __weft_proceed_0(int previous) {
# 29 "kernel.c"
                             
  int next = previous + 1;
  if (next > 3)
    next = 0;
  return next;
}
# 29 "kernel.c"
int schedule(int previous) { int __weft_result; __weft_result = __weft_advice_Trace_1_0(&previous); return __weft_result; }
# 35 "kernel.c"

int deep(int n) {
  if (n == 0)
    return schedule(1);
  return deep(n - 1) + 1;
}

void kernel_main(void) {
  int process = 0;
  serial_init();
  serial_write("mini kernel up\n");
  for (;;) {
    int fd = sys_open("/etc/motd", 7);
    sys_close(fd);
    process = schedule(process);
    tick_count += deep(150);
  }
}
# 1 "trace.ah"
static volatile int trace_sink;
static void trace_note(const char *signature) { trace_sink += signature[0]; }
static void trace_switch(int from, int to) { trace_sink += from * to; }
# 6 "trace.ah"
__attribute__((weak)) int __weft_Trace_calls;
# 8 "trace.ah"
static inline __attribute__((always_inline, unused)) void __weft_advice_Trace_0_0(void)                        {
    __weft_Trace_calls++;
    trace_note("int sys_open(const char *,int)");
  }
# 8 "trace.ah"
static inline __attribute__((always_inline, unused)) void __weft_advice_Trace_0_1(void)                        {
    __weft_Trace_calls++;
    trace_note("int sys_close(int)");
  }
# 13 "trace.ah"
static inline __attribute__((always_inline, unused)) int __weft_advice_Trace_1_0(int *__weft_at_arg0) { int __weft_result; {
# 13 "trace.ah"
                                            
    int before = (*__weft_at_arg0);
    (__weft_result = __weft_proceed_0(*__weft_at_arg0));
    trace_switch(before, __weft_result);
  }
# 17 "trace.ah"
return __weft_result; }
# 19 "trace.ah"
static inline __attribute__((always_inline, unused)) void __weft_advice_Trace_2_0(int __weft_result) {
    trace_sink += __weft_result;
  }
# 23 "trace.ah"
static inline __attribute__((always_inline, unused)) void __weft_advice_Trace_3_0(void) {
    __weft_Trace_calls += 100;
  }
# 10 "kernel.c"
static inline __attribute__((always_inline, artificial, unused)) unsigned __weft_shadow_0(struct inode *__weft_target) {
# 10 "kernel.c"
 __weft_advice_Trace_3_0(); return __weft_target->i_uid; }
# 17 "kernel.c"
static inline __attribute__((always_inline, artificial, unused)) int __weft_shadow_1(struct inode *__weft_arg0, int __weft_arg1) {
# 17 "kernel.c"
 int __weft_result = may_open(__weft_arg0, __weft_arg1); __weft_advice_Trace_2_0(__weft_result); return __weft_result; }
