/** Ways through a function from one of its instructions to another. */
import {
  type CodeCopy,
  type FunctionFlow,
  functionFlow,
  jumpTable,
  leadsTo,
  type MachineInstruction,
} from "../../../object-code/index.js";
import type { ImageCode } from "../code/image-code.js";

/** Instructions by their addresses. */
export interface Passing {
  /** Whether each way to the second one, from the function's entry and from itself, leads over the first. */
  isPassedBefore(first: number, address: number): boolean;
  /** Whether a way from the first to the second leads over such instructions alone. */
  leadsOver(first: number, address: number, isSuch: (instruction: MachineInstruction) => boolean): boolean;
}

/** The flow of the function is found when it is first asked for. */
export function createPassing(copy: CodeCopy, image: ImageCode): Passing {
  let known: KnownFlow | undefined;
  const flow = () => (known ??= flowOf(copy, image));
  return {
    isPassedBefore: (first, address) => {
      const { next, start, indexAt } = flow();
      const indexOf = (at: number) => indexAt.get(at) ?? -1;
      const leads = (begin: number) =>
        leadsTo(
          next,
          indexOf(begin),
          (at) => at === indexOf(address),
          (at) => at !== indexOf(first),
        );
      return !leads(address) && (start === first || !leads(start));
    },
    leadsOver: (first, address, isSuch) => {
      const { next, code, indexAt } = flow();
      return leadsTo(
        next,
        indexAt.get(first) ?? -1,
        (at) => at === indexAt.get(address),
        (at) => isSuch(code[at] as MachineInstruction),
      );
    },
  };
}

interface KnownFlow extends FunctionFlow {
  readonly indexAt: ReadonlyMap<number, number>;
}

function flowOf(copy: CodeCopy, image: ImageCode): KnownFlow {
  const code = image.instructionsOf(copy);
  const flow = functionFlow(code, copy.start, (index) => jumpTable(image, code, index));
  return { ...flow, indexAt: new Map(code.map(({ address }, index) => [address, index])) };
}
