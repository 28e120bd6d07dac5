/** What the launcher put aside so that node starts quickly: the programs that we run are to see it. */
export function takeBackEnvironment(): void {
  for (const name of ["NODE_EXTRA_CA_CERTS", "NODE_OPTIONS"]) {
    const value = process.env[`WEFT_ASIDE_${name}`];
    if (value === undefined) continue;
    process.env[name] = value;
    delete process.env[`WEFT_ASIDE_${name}`];
  }
}
