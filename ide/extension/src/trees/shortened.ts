// Rows of a narrow view are cut at their right. What tells one row from its neighbours must stand before that: the middle
// gives way where rows begin alike. Rows that differ at their beginning are left as they are: the view cuts them.

/** Fits into a side bar of usual width. */
const most = 52;
const leastHead = 12;

/** The texts of rows that stand below each other; their tooltips should have the whole. */
export function shortenedRows(texts: readonly string[], room = most): string[] {
  const head = Math.max(leastHead, Math.floor((room - 1) / 2));
  return texts.map((text, at) => {
    const others = texts.filter((other, place) => place !== at && other !== text);
    const shared = Math.max(0, ...others.map((other) => sharedStart(text, other)));
    return text.length <= room || shared < head ? text : shortened(text, head, room - 1 - head, shared);
  });
}

/** `head…tail`; the tail begins no later than at the character `shown`, where it does not fit it is cut at its end. */
function shortened(text: string, head: number, tail: number, shown: number): string {
  if (shown >= text.length - tail) return `${text.slice(0, head)}…${text.slice(-tail)}`;
  const from = Math.max(head, startOfWord(text, shown));
  return `${text.slice(0, head)}…${text.slice(from, from + tail - 1)}…`;
}

function sharedStart(a: string, b: string): number {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  return at;
}

/** Where the word around `at` begins, if it is not far. */
function startOfWord(text: string, at: number): number {
  const before = /\w{0,8}$/.exec(text.slice(0, at))?.[0] ?? "";
  return at - before.length;
}

/** `arch/…/process.c:42`: of a long path the first folder and the file's name. */
export function shortPlace(place: string, room = 32): string {
  const parts = place.split("/");
  if (place.length <= room || parts.length < 3) return place;
  return `${parts[0]}/…/${parts.at(-1)}`;
}
