/** Pointcuts that are asked of a whole kernel: narrow ones, and one that selects everything. */
export const POINTCUTS = [
  'execution("% %(...)")',
  'call("% kmalloc%(...)")',
  'get("% inode::i_uid") || set("% inode::i_uid")',
  'set("% task_struct::%") && within("% %sched%(...)")',
  'call("% %(struct inode *, ...)")',
  '"% ...::%(...)"',
  'call("% %(...)")',
];
