/** Where a word of the language stands in a text. */
export function* wordPlaces(text: string, word: string): Generator<number> {
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1))
    if (!isWordPart(text[at - 1]) && !isWordPart(text[at + word.length])) yield at;
}

const isWordPart = (character: string | undefined) => character !== undefined && /[\w$]/.test(character);
