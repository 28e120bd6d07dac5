/** Objects of a Linux that lie in caches of their own (SLUB, booted with `slab_nomerge`). */
import type { Layouts, TypedRegion } from "../../../weaver-bridge/live-verify/index.js";

/** Caches whose objects are one struct each, by the names that the kernel's sources give them. */
const CACHES: Readonly<Record<string, string>> = {
  task_struct: "task_struct",
  signal_cache: "signal_struct",
  sighand_cache: "sighand_struct",
  files_cache: "files_struct",
  fs_cache: "fs_struct",
  mm_struct: "mm_struct",
  vm_area_struct: "vm_area_struct",
  anon_vma: "anon_vma",
  anon_vma_chain: "anon_vma_chain",
  cred_jar: "cred",
  pid: "pid",
  filp: "file",
  dentry: "dentry",
  inode_cache: "inode",
  proc_inode_cache: "proc_inode",
  shmem_inode_cache: "shmem_inode_info",
  sock_inode_cache: "socket_alloc",
  mnt_cache: "mount",
  kernfs_node_cache: "kernfs_node",
  radix_tree_node: "xa_node",
  skbuff_head_cache: "sk_buff",
  TCP: "tcp_sock",
  UDP: "udp_sock",
  UNIX: "unix_sock",
  request_sock_TCP: "tcp_request_sock",
  tw_sock_TCP: "tcp_timewait_sock",
  ip_dst_cache: "rtable",
  nsproxy: "nsproxy",
};

const PAGE = 4096;
const MAPPED_AT = 0xc0000000;
const TEXT = 64;
const ORDER_SHIFT = 16;

export interface SlabKernel {
  readonly layouts: Layouts;
  read(address: number, size: number): Buffer;
  symbol(name: string): number;
  /** Of its memory. */
  readonly pages: number;
}

export function slabObjects({ layouts, read, symbol, pages }: SlabKernel): TypedRegion[] {
  const word = (at: number) => read(at, 4).readUInt32LE(0);
  const cacheOffset = (member: string) => layouts.offset("kmem_cache", member);
  const caches = new Map<number, { struct: number; stride: number; bytes: number }>();
  const head = symbol("slab_caches");
  for (let at = word(head); at !== head; at = word(at)) {
    const cache = at - cacheOffset("list");
    const text = read(word(cache + cacheOffset("name")), TEXT);
    const struct = layouts.struct(CACHES[text.toString("latin1", 0, text.indexOf(0))] ?? "");
    const stride = word(cache + cacheOffset("size"));
    const order = word(cache + cacheOffset("oo")) >>> ORDER_SHIFT;
    if (struct !== undefined) caches.set(cache, { struct, stride, bytes: PAGE << order });
  }
  const [map, each] = [word(symbol("mem_map")), layouts.size("page")];
  const descriptors = read(map, pages * each);
  const owner = layouts.offset("slab", "slab_cache");
  const regions: TypedRegion[] = [];
  for (let page = 0; page < pages; page++) {
    const cache = caches.get(descriptors.readUInt32LE(page * each + owner));
    if (cache === undefined) continue;
    const start = MAPPED_AT + page * PAGE;
    regions.push({ start, end: start + cache.bytes, struct: cache.struct, stride: cache.stride });
  }
  return regions;
}
