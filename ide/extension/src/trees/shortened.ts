// Rows of a narrow view are cut at their right. What tells one row from its neighbours must stand before that: the middle
// gives way, and where rows begin alike, what they share.

/** Fits into a side bar of usual width. */
const most = 52;
const leastHead = 12;

/** The texts of rows that stand below each other, each no longer than `room`; their tooltips should have the whole. */
export function shortenedRows(texts: readonly string[], room = most): string[] {
  return texts.map((text, at) => {
    if (text.length <= room) return text;
    const others = texts.filter((other, place) => place !== at && other !== text);
    const shared = Math.max(0, ...others.map((other) => sharedStart(text, other)));
    return shortened(text, room, shared);
  });
}

/** `head…tail`; the tail begins no later than at the character `shown`, where it does not fit it is cut at its end. */
function shortened(text: string, room: number, shown: number): string {
  const head = Math.max(leastHead, Math.floor((room - 1) / 2));
  const tail = room - 1 - head;
  if (shown < head || shown >= text.length - tail) return `${text.slice(0, head)}…${text.slice(-tail)}`;
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
