/** The text of a new aspect. Pure. */
import { reindent, reindentBlock } from "../sources/text-edits.js";
import type { MemberPlace } from "./place-members.js";
import type { AdvicePlace } from "./place-region.js";

export interface NewAspectText {
  readonly name: string;
  readonly language: "c" | "c++";
  readonly comment?: string;
  readonly members: readonly MemberPlace[];
  readonly advice: readonly AdvicePlace[];
  /** C++: the name of the slice for each class. */
  readonly slices: ReadonlyMap<string, string>;
  /** `slice void S::f() {...}` */
  readonly definitions: readonly string[];
}

export function renderAspect({
  name,
  language,
  comment,
  members,
  advice,
  slices,
  definitions,
}: NewAspectText): string {
  const sliceTexts = [...slices].map(([owner, slice]) =>
    sliceText(
      slice,
      members.filter((one) => one.owner === owner),
    ),
  );
  const introductions =
    language === "c"
      ? members.map(introduction)
      : [...slices].map(([owner, slice]) => `\tadvice "${owner}" : slice ${slice};\n`);
  const bodies = advice.map(
    ({ pointcut, kind, body }) =>
      `\tadvice ${pointcut} : ${kind}()\n\t{\n\t\t${reindent(body, "\t\t").trimStart()}\n\t}\n`,
  );
  const aspect = `aspect ${name} {\n${[...introductions, ...bodies].join("\n")}};\n`;
  return [...(comment === undefined ? [] : [`${comment}\n`]), ...sliceTexts, ...definitions, aspect].join(
    "\n",
  );
}

function introduction({ owner, before, members }: MemberPlace): string {
  const place = before === undefined ? "" : `before("${before}") `;
  return `\tadvice "${owner}" : ${place}slice struct {\n${reindentBlock(members, "\t\t")}\n\t};\n`;
}

function sliceText(name: string, members: readonly MemberPlace[]): string {
  let access = "private";
  const body = members.map(({ access: own = "private", members: text }) => {
    const label = own === access ? "" : `${own}:\n`;
    access = own;
    return label + reindentBlock(text, "\t");
  });
  return `slice class ${name} {\n${body.join("\n")}\n};\n`;
}
