/** Whether each way through a function to one of its instructions leads through another one before. */
import {
  type CodeCopy,
  type FunctionFlow,
  functionFlow,
  jumpTable,
  leadsTo,
} from "../../object-code/index.js";
import type { ImageCode } from "./image-code.js";

/** By addresses: to the second one from the entry, and from itself, over the first. */
export type IsPassedBefore = (first: number, address: number) => boolean;

/** The flow of the function is found when it is first asked for. */
export function createPassing(copy: CodeCopy, image: ImageCode): IsPassedBefore {
  let known: { readonly flow: FunctionFlow; readonly indexAt: ReadonlyMap<number, number> } | undefined;
  return (first, address) => {
    known ??= flowOf(copy, image);
    const { next, start } = known.flow;
    const [entry, from, to] = [start, first, address].map((at) => known?.indexAt.get(at) ?? -1) as [
      number,
      number,
      number,
    ];
    const leads = (begin: number) =>
      leadsTo(
        next,
        begin,
        (at) => at === to,
        (at) => at !== from,
      );
    return !leads(to) && (entry === from || !leads(entry));
  };
}

function flowOf(copy: CodeCopy, image: ImageCode) {
  const code = image.instructionsOf(copy);
  const flow = functionFlow(code, copy.start, (index) => jumpTable(image, code, index));
  return { flow, indexAt: new Map(code.map(({ address }, index) => [address, index])) };
}
