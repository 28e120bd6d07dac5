/** Functions as what a pointer to them is: by another type C has them converted. */
import { spelledType } from "../tree/clang-tree.js";
import type { Program } from "../tree/program.js";
import type { TypeTable } from "./types.js";

interface Unit {
  readonly program: Program;
  readonly types: TypeTable;
}

/** Whether a pointer type is that of the function, also where its own type is not known. */
export function isOfType(name: string, pointer: string, { program, types }: Unit): boolean {
  const isIt = (one: { kind: string; name?: string }) => one.kind === "FunctionDecl" && one.name === name;
  const own = (program.functions.get(name) ?? program.declared.find(isIt))?.type;
  const asked = pointer.replace("(*)", "").replace(/\s+/g, " ");
  return (
    own === undefined ||
    asked === spelledType(own).replace(/\s+/g, " ") ||
    partsOfType(own.qualType, types) === partsOfType(asked, types)
  );
}

/** Result and parameters without typedefs. */
function partsOfType(type: string, types: TypeTable): string {
  const [, result = "", parameters = ""] = /^((?:[^(]*[^(\s])?)\s*\((.*)\)[^()]*$/.exec(type) ?? [];
  return [result, ...parameters.split(",")].map((part) => types.canonical(part.trim())).join();
}
