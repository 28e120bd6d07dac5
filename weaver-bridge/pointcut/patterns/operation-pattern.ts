/**
 * `operation("fs::Files::open")`: an operation of an interface in IDL by its path there, `%` as in names. In C it is the
 * functions that the stub generator names after it, so a pointcut survives when stubs are made anew.
 */

/** Match expressions for the client's stub, the implementation and the server's stub; undefined for no such path. */
export function operationPatterns(path: string): readonly string[] | undefined {
  const trimmed = path.trim().replace(/^::/, "");
  if (!/^[A-Za-z_%][\w%]*(?:::[A-Za-z_%][\w%]*)*$/.test(trimmed)) return undefined;
  const name = trimmed.replaceAll("::", "_");
  return [`% ${name}(...)`, `% ${name}_implementation(...)`, `% service_${name}(...)`];
}
