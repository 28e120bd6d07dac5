// Sentences of the servers set names in backticks, as messages of compilers do. Where each character counts and nothing
// draws them as code, as in a row of a tree or list, they stand plain.

export function plainWords(sentence: string): string {
  return sentence.replaceAll("`", "");
}
