/** Functions that a text has bodies of, by how definitions are spelled: rather too many names than too few. */
import { readLinkerNames } from "./called-function.js";
import { plainText } from "./holder-names.js";

/** Those that other units may call, also by a second name. `unitText` is preprocessed. */
export function sharedFunctions(unitText: string): Set<string> {
  const isShared = (head: string) => !/\bstatic\b/.test(head.replace(/\[[^[\]]*\]/g, " "));
  return new Set([
    ...definedNames(plainText(unitText), isShared),
    ...readLinkerNames(unitText).others.keys(),
  ]);
}

export function calledNames(text: string): Set<string> {
  return new Set(Array.from(text.matchAll(/\b([A-Za-z_]\w*)\s*\(/g), ([, name]) => name as string));
}

/** Names before `(` in what a body follows, of heads that are meant, with or without declarations of 1978 between parameters and body. */
export function definedNames(text: string, isMeant: (head: string) => boolean = () => true): Set<string> {
  const defined = new Set<string>();
  // Said before declarations that a body may follow.
  let waiting: string[] = [];
  for (const { 1: said = "", 2: end } of text.matchAll(/([^;{}]*)([;{}]?)/g)) {
    const isBlank = said.trim() === "";
    if (end === "{") {
      if (isBlank) for (const name of waiting) defined.add(name);
      if (/[)\]]\s*$/.test(said) && isMeant(said)) for (const name of calledNames(said)) defined.add(name);
    }
    if (end !== ";" || !/^[\w*,()[\]\s]+$/.test(said)) waiting = [];
    if (end === ";" && DECLARES_PARAMETERS.test(said)) waiting.push(...calledNames(said));
  }
  return defined;
}

/** `f(a) int a`: behind the list something that may be its first declaration. */
const DECLARES_PARAMETERS = /$(?<=\)[\w*,()[\]\s]+)/;
