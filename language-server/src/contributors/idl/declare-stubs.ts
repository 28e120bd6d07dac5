/** Declarations of specializations for client stubs, to be filled in: of the operation or interface at a place, else of all. */
import { stubDeclarations } from "@weft/weaver-bridge/idl";
import type { DeclareStubsResult, Position } from "../../protocol/index.js";
import { appendToFile } from "../../workspace/index.js";
import { idlDocumentAt } from "./idl-places.js";
import type { IdlSnapshot } from "./idl-snapshot.js";
import { offersInIdl } from "./message-layout.js";

/** Into the file of declarations beside; what it declares already is left out. */
export function declareStubs(snapshot: IdlSnapshot, path: string, position: Position): DeclareStubsResult {
  const document = idlDocumentAt(snapshot, path);
  if (document === undefined) return { message: "Only IDL files on this machine have stubs to declare" };
  if (document.layout.length === 0)
    return { message: "There are no stubs while the IDL file has errors; the Problems view lists them." };
  const { text, known: all } = stubDeclarations(path, document.layout);
  const asked = offersInIdl(document, position).map(({ operation }) => operation.cName);
  const wanted = all.filter((name) => asked.length === 0 || asked.includes(name));
  if (wanted.length === 0)
    return { message: `There is no client stub for this; there are: ${all.join(", ") || "none"}` };
  const file = path.replace(/\.idl$/, ".spec");
  const before = snapshot.text(file);
  const isDeclared = (name: string) =>
    new RegExp(`\\bspecialize\\s+${name}\\s+as\\b`).test(before?.text ?? "");
  const stubs = wanted.filter((name) => !isDeclared(name));
  if (stubs.length === 0) return { message: `${wanted.join(", ")}: declared already, in ${file}` };
  const parts = text.split(/^(?=specialize )/m).filter((part) => {
    const name = /^specialize (\w+)/.exec(part)?.[1];
    return name === undefined || stubs.includes(name);
  });
  return { stubs, insertion: appendToFile(file, before, `${parts.join("").trimEnd()}\n`) };
}
