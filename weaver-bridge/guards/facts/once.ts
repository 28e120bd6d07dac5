/** What is reckoned once of something, however often it is asked, and forgotten with it. */
export function once<K extends object, T>(compute: (of: K) => T): (of: K) => T {
  const known = new WeakMap<K, { readonly value: T }>();
  return (of) => {
    let found = known.get(of);
    if (found === undefined) {
      found = { value: compute(of) };
      known.set(of, found);
    }
    return found.value;
  };
}
