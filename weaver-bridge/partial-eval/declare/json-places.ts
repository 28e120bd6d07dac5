/** Where in a JSON text something stands that is named as in `specialize[0].params.n`. */
import { type Node, parseTree } from "jsonc-parser";
import type { Span } from "./declaration.js";

/** Of the value at a place, or of a key there; of what is not there, the whole that it would be in. */
export type PlaceInJson = (place: string, key?: string) => Span;

export interface PlacesInJson {
  readonly at: PlaceInJson;
  /** All of a value. */
  readonly whole: (place: string) => Span;
}

export function placesInJson(text: string | undefined): PlacesInJson {
  const tree = text === undefined ? undefined : parseTree(text);
  const nowhere = { start: 0, end: 1 };
  if (tree === undefined) return { at: () => nowhere, whole: () => nowhere };
  const whole = (place: string) => {
    const { offset, length } = find(tree, place).node;
    return { start: offset, end: offset + length };
  };
  const at: PlaceInJson = (place, key) => {
    const { node, holder } = find(tree, place);
    const property = key === undefined ? undefined : propertyOf(node, key);
    const meant =
      property?.children?.[0] ??
      (key === undefined && node.type === "object" ? (holder ?? brace(node)) : node);
    return { start: meant.offset, end: meant.offset + meant.length };
  };
  return { at, whole };
}

/** Of an object without a key the brace is enough to find it. */
const brace = (node: Node): Pick<Node, "offset" | "length"> => ({ offset: node.offset, length: 1 });

const propertyOf = (node: Node, key: string): Node | undefined =>
  node.type === "object" ? node.children?.find((one) => one.children?.[0]?.value === key) : undefined;

/** `holder`: the key whose value it is. Keys may hold dots and brackets themselves, so the tree says where one ends. */
function find(from: Node, place: string): { readonly node: Node; readonly holder?: Node | undefined } {
  let node = from;
  let holder: Node | undefined;
  for (let rest = place; rest !== ""; ) {
    const index = node.type === "array" ? /^\[(\d+)\]/.exec(rest) : null;
    const said = rest.replace(/^\./, "");
    const key = (node.children ?? [])
      .flatMap((one) => (node.type === "object" ? [String(one.children?.[0]?.value)] : []))
      .filter((one) => said.startsWith(one))
      .sort((one, other) => other.length - one.length)[0];
    const property = key === undefined ? undefined : propertyOf(node, key);
    const next = index === null ? property?.children?.[1] : node.children?.[Number(index[1])];
    if (next === undefined) break;
    holder = property?.children?.[0];
    node = next;
    rest = index === null ? said.slice((key as string).length) : rest.slice(index[0].length);
  }
  return { node, holder };
}
