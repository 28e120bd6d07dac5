/** Declarations of specializations for client stubs, to be filled in: of the operation at a place, else of all. */
import { stubDeclarations } from "@weft/weaver-bridge/idl";
import type { DeclareStubsResult, Position } from "../../protocol/index.js";
import { appendToFile } from "../../workspace/index.js";
import { idlDocumentAt, namedAt, offersOf } from "./idl-places.js";
import type { IdlSnapshot } from "./idl-snapshot.js";

/** Into the file of declarations beside; what it declares already is left out. */
export function declareStubs(snapshot: IdlSnapshot, path: string, position: Position): DeclareStubsResult {
  const document = idlDocumentAt(snapshot, path);
  if (document === undefined) return { message: "Only IDL files on this machine have stubs to declare" };
  if (document.layout.length === 0)
    return { message: "There are no stubs while the IDL file has errors; the Problems view lists them." };
  const named = namedAt(document, position);
  const [offer] = named === undefined ? [] : offersOf(document, named.place);
  const file = path.replace(/\.idl$/, ".spec");
  const known = snapshot.text(file);
  const isDeclared = (name: string) =>
    new RegExp(`\\bspecialize\\s+${name}\\s+as\\b`).test(known?.text ?? "");
  const { text, declared, known: all } = stubDeclarations(path, document.layout, offer?.operation.cName);
  if (declared.length === 0)
    return {
      message:
        offer === undefined
          ? "This interface has no client stubs"
          : `${offer.operation.cName} has no client stub; there are: ${all.join(", ")}`,
    };
  const open = declared.filter((name) => !isDeclared(name));
  if (open.length === 0) return { message: `${declared.join(", ")}: declared already, in ${file}` };
  const parts = text.split(/^(?=specialize )/m);
  const added = parts.filter((part) => {
    const name = /^specialize (\w+)/.exec(part)?.[1];
    return name === undefined || open.includes(name);
  });
  return { stubs: open, insertion: appendToFile(file, known, `${added.join("").trimEnd()}\n`) };
}
