/** Names of files that are open already: `/dev/stdin`, `/dev/fd/63`. They mean something else in another process. */

/** 0 for `/dev/stdin`; undefined for what is no descriptor of the process that opens it. */
export function descriptorOf(path: string): number | undefined {
  if (path === "/dev/stdin") return 0;
  const number = /^\/(?:dev|proc\/(?:self|thread-self))\/fd\/(\d{1,4})$/.exec(path)?.[1];
  return number === undefined ? undefined : Number(number);
}
