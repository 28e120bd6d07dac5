// THIRD-PARTY-NOTICES.txt: what of others is in Weft, where its source is, and under which terms it is handed on. The same
// text of several packages stands once.

export const NOTICES = "THIRD-PARTY-NOTICES.txt";
/** Licences that want to be told where the source is. */
const COPYLEFT = /\b(?:EPL|MPL|LGPL|GPL)\b/;
const line = "-".repeat(100);

/** From the components of `shippedIn`; `product` is what their receiver holds, in words. */
export function noticesOf(components, product) {
  const texts = new Map();
  for (const one of components)
    for (const { name, text } of one.texts) {
      const key = text.replaceAll("\r", "").trim();
      texts.set(key, [...(texts.get(key) ?? []), `${called(one)} (${name})`]);
    }
  return [
    `${product} holds work of others. Each part, its licence and where it comes from:`,
    "",
    ...components.map((one) => `  ${called(one)}: ${one.license}; ${one.source}`),
    "",
    ...sources(components),
    ...[...texts].flatMap(([text, names]) => [line, "", ...names, "", text, ""]),
  ].join("\n");
}

/** Eclipse's and Mozilla's licences and the LGPL: whoever gets the program is told how to get its source. */
function sources(components) {
  const all = components.filter(({ license }) => COPYLEFT.test(license));
  if (all.length === 0) return [];
  return [
    "The source of these parts, as it was taken unchanged, is at the address above in the version named, and for npm",
    "packages in `npm pack NAME@VERSION`. Where several licences are offered, the first one is taken:",
    "",
    ...all.map((one) => `  ${called(one)}: ${one.license}`),
    "",
  ];
}

function called({ name, version }) {
  return version === undefined ? name : `${name} ${version}`;
}
