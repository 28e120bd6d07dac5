/*
 * What plugins of ours use of QEMU's plugin interface, which not every package of QEMU brings a header of. It is the same from
 * version 1 (QEMU 6 to 8) to 4 (QEMU 10), but QEMU wants to hear a version that it knows: -DWEFT_PLUGIN_VERSION=N, 1 without.
 */
#include <stddef.h>
#include <stdint.h>

#ifndef WEFT_PLUGIN_VERSION
#define WEFT_PLUGIN_VERSION 1
#endif

struct qemu_plugin_tb;
struct qemu_plugin_insn;
struct qemu_plugin_hwaddr;
typedef uint64_t qemu_plugin_id_t;
typedef uint32_t qemu_plugin_meminfo_t;
enum qemu_plugin_cb_flags { QEMU_PLUGIN_CB_NO_REGS };
enum qemu_plugin_mem_rw { QEMU_PLUGIN_MEM_R = 1, QEMU_PLUGIN_MEM_W, QEMU_PLUGIN_MEM_RW };
enum qemu_plugin_op { QEMU_PLUGIN_INLINE_ADD_U64 };
void qemu_plugin_register_vcpu_tb_trans_cb(qemu_plugin_id_t, void (*)(qemu_plugin_id_t, struct qemu_plugin_tb *));
void qemu_plugin_register_atexit_cb(qemu_plugin_id_t, void (*)(qemu_plugin_id_t, void *), void *);
size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *);
struct qemu_plugin_insn *qemu_plugin_tb_get_insn(const struct qemu_plugin_tb *, size_t);
uint64_t qemu_plugin_insn_vaddr(const struct qemu_plugin_insn *);
size_t qemu_plugin_insn_size(const struct qemu_plugin_insn *);
char *qemu_plugin_insn_disas(const struct qemu_plugin_insn *); /* the caller frees it */
/* Of the access that a callback is told about, or of its second page; NULL where QEMU has forgotten. */
struct qemu_plugin_hwaddr *qemu_plugin_get_hwaddr(qemu_plugin_meminfo_t, uint64_t);
_Bool qemu_plugin_hwaddr_is_io(const struct qemu_plugin_hwaddr *);
uint64_t qemu_plugin_hwaddr_phys_addr(const struct qemu_plugin_hwaddr *);
void qemu_plugin_register_vcpu_tb_exec_cb(struct qemu_plugin_tb *, void (*)(unsigned, void *), enum qemu_plugin_cb_flags,
					  void *);
unsigned qemu_plugin_mem_size_shift(qemu_plugin_meminfo_t);
_Bool qemu_plugin_mem_is_store(qemu_plugin_meminfo_t);
void qemu_plugin_register_vcpu_insn_exec_cb(struct qemu_plugin_insn *, void (*)(unsigned, void *),
					    enum qemu_plugin_cb_flags, void *);
void qemu_plugin_register_vcpu_insn_exec_inline(struct qemu_plugin_insn *, enum qemu_plugin_op, void *, uint64_t);
void qemu_plugin_register_vcpu_mem_cb(struct qemu_plugin_insn *,
				      void (*)(unsigned, qemu_plugin_meminfo_t, uint64_t, void *),
				      enum qemu_plugin_cb_flags, enum qemu_plugin_mem_rw, void *);

__attribute__((visibility("default"))) int qemu_plugin_version = WEFT_PLUGIN_VERSION;
