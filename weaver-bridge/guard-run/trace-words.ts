/** QEMU's arguments for a run that is traced: processors take turns, so that what a plugin is told is what memory holds. */

/** Undefined where the guest does not run under TCG, the only one that calls plugins. */
export function wordsInTurns(words: readonly string[]): string[] | undefined {
  if (words.includes("-enable-kvm")) return undefined;
  const found: string[] = [];
  let isSaid = false;
  for (const [index, word] of words.entries()) {
    const option = words[index - 1] ?? "";
    const isMachine = /^-(?:machine|M)$/.test(option);
    if (isMachine && /(?:^|,)accel=(?!tcg(?:,|$))/.test(word)) return undefined;
    if (option === "-accel") {
      if (!/^tcg(?:,|$)/.test(word)) return undefined;
      isSaid = true;
      found.push(`${word.replace(/,thread=\w+/, "")},thread=single`);
    } else found.push(isMachine ? word.replace(/(?:^|,)accel=tcg/, "").replace(/^,/, "") : word);
  }
  return isSaid ? found : [...found, "-accel", "tcg,thread=single"];
}
