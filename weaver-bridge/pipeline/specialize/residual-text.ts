/** What becomes of residual functions: the unit's text with them behind it, and which of their lines comes from where. */
import { relative } from "node:path";
import { withoutComments } from "../../c-text/index.js";
import { markerName } from "../../model/index.js";
import { assumptionCondition, type Declaration, factCondition, sayFact } from "../../partial-eval/index.js";
import { maybeDefines } from "../maybe-defines.js";
import type { MadeResidual } from "./specialize-unit.js";

/** All facts as a condition of C in the generic function; `1` where there are none. */
export function factTest({ facts, assumed }: Declaration): string {
  const tested = facts.filter(({ isNoAlias }) => isNoAlias !== true);
  const said = [...tested.map(factCondition), ...assumed.map(assumptionCondition)];
  return said.length === 0 ? "1" : said.join(" && ");
}

/**
 * The unit's text with residual functions behind it and, where asked for, the test for them in front of the generic body.
 * `plugs` follows them.
 */
export function textWithResiduals(
  source: string,
  made: readonly MadeResidual[],
  fileOf: (one: MadeResidual) => string,
  directory: string,
  plugs = "",
): string {
  const edits = made.flatMap((one) => {
    const { declaration, residual } = one;
    if (!declaration.dispatch) return [];
    const call = `${declaration.residual}(${residual.parameters.join(", ")});`;
    const test = ` if (${factTest(declaration)}) ${residual.isVoid ? `{ ${call} return; }` : `return ${call}`}`;
    return [
      { at: residual.generic.start, text: `${flat(residual.head)}; ` },
      { at: residual.generic.body + 1, text: test },
    ];
  });
  let text = source;
  for (const { at, text: more } of edits.sort((left, right) => right.at - left.at))
    text = text.slice(0, at) + more + text.slice(at);
  for (const one of made) {
    const name = markerName(relative(directory, fileOf(one)));
    const declared = `${flat(one.residual.head)};`;
    text += `\n#line 1 "${name}"\n${declared}\n#line 1 "${name}"\n${one.text}`;
  }
  return plugs === "" ? text : text + ownDefinitions(source) + plugs;
}

/** A kernel's own way to write its code, in this very unit, whether it says so by the macro or not. */
function ownDefinitions(source: string): string {
  if (!maybeDefines(source, "weft_write_text") || source.includes("WEFT_WRITE_TEXT")) return "";
  return '\n#line 1 "<weft>"\n#define WEFT_WRITE_TEXT\n';
}

const flat = (text: string) => withoutComments(text).replace(/\s+/g, " ");

/** `send_sig specialized for SIGUSR1`: of a fact about an argument the name of its value is enough. */
function titleOf({ function: name, facts }: Declaration): string {
  const said = facts
    .filter(({ isNoAlias }) => isNoAlias !== true)
    .map((fact) =>
      fact.path.length === 0 && /^[A-Z_a-z]\w*$/.test(fact.value ?? "") ? fact.value : sayFact(fact),
    );
  return said.length === 0 ? `${name} specialized` : `${name} specialized for ${said.join(", ")}`;
}

/** What `.weft/residual/NAME.json` says: which line comes from where. */
export function originMap(one: MadeResidual, root: string): object {
  return {
    version: 1,
    function: one.declaration.function,
    residual: one.declaration.residual,
    title: titleOf(one.declaration),
    source: relative(root, one.source),
    declaration: relative(root, one.spec.file),
    lines: one.origins.flatMap((line, at) =>
      line === undefined ? [] : [{ residual: at + 1, source: line }],
    ),
    limits: one.residual.limits,
  };
}
