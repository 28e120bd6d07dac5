/** Who wants to be told of something. */
export interface Listeners<A extends readonly unknown[]> {
  add(listener: (...args: A) => void): void;
  tell(...args: A): void;
}

export function createListeners<A extends readonly unknown[]>(): Listeners<A> {
  const all: ((...args: A) => void)[] = [];
  return {
    add: (listener) => void all.push(listener),
    tell(...args) {
      for (const listener of all) listener(...args);
    },
  };
}
