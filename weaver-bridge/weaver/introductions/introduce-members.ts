/**
 * Slices into classes of C++: bases join the class's own, members stand at the end of its body, with the access that
 * the slice's key gives them. What a slice defines outside itself follows at the end of the unit, once for the program.
 */
import { buildLineMap, type ClassEntity, type Entity, type TextRange } from "../../model/index.js";
import { type IntroductionMatch, plainName, qualifiedName } from "../../pointcut/index.js";
import { sectionText } from "../aspect-text/aspect-tail.js";
import { declaresConstructor } from "../cxx/lifecycle/constructor-declaration.js";
import { describeClass } from "../cxx/types/describe-class.js";
import { type Token, tokenize } from "../text/c-tokens.js";
import { applyEdits, type Edit } from "../text/text-edits.js";
import type { ClassSite } from "./class-site.js";
import { layoutGuard } from "./layout-guard.js";

export function introduceMembers(site: ClassSite): void {
  const { match, facts } = site;
  const owner = facts.entities[match.entity] as ClassEntity;
  const { definition } = owner;
  if (definition === undefined) return;
  const close = definition.body.end - 1;
  let hasBase =
    definition.baseClause !== undefined && definition.baseClause.end > definition.baseClause.start;
  const introduced: string[] = [];
  const home = homeOf(owner, facts.entities);
  match.introductions.forEach((introduction, rank) => {
    const { slice, file } = introduction.slice;
    const text = (range: TextRange | undefined) =>
      range === undefined ? undefined : sectionText(site.tail, site.files, file, range, "c++");
    const bases = text(slice.bases);
    if (bases !== undefined) {
      const at = definition.baseClause?.end ?? definition.body.start;
      const joined = `${hasBase ? "," : " :"}\n${withAccess(bases, slice.key)}\n`;
      site.edits.push({ start: at, end: at, text: joined, role: "close", rank: -rank, from: "aspect" });
      introduced.push(bases);
      hasBase = true;
    }
    const members = text(slice.members);
    const describing = `__weft_slice_${introduction.aspect.name.replaceAll("::", "_")}_${introduction.introduction.index}_${rank}`;
    const defined = introduction.slice.definitions.map(({ file: from, range, owner: prefix }) => {
      const definition = sectionText(site.tail, site.files, from, range, "c++");
      return { from, range, prefix, text: definition && describedBy(describing, definition) };
    });
    if (members !== undefined) {
      const own = describedBy(describing, renameConstructors(members, plainName(slice.name), owner.name));
      const isAsked = [own, ...defined.map((one) => one.text ?? "")].some((one) => one.includes(describing));
      const described = isAsked ? describeClass(describing, owner, site.facts, site.unitText) : "";
      const access = slice.key === "struct" ? "public" : "private";
      introduced.push(members);
      site.edits.push({
        start: close,
        end: close,
        text: `${described} ${access}: \n${own}`,
        role: "open",
        rank,
        from: "aspect",
      });
    }
    for (const { from, range, prefix, text: definition } of defined) {
      if (home === "elsewhere" && owner.polymorphic !== true && !site.needs(from, range)) continue;
      if (definition === undefined) continue;
      const written = from.text.slice(prefix.start, prefix.end);
      defineOutside({ text: definition, prefix: written }, introduction, owner, site, home);
    }
  });
  if (introduced.length === 0 || owner.template !== undefined || owner.local === true) return;
  const guard = layoutGuard(qualifiedName(owner).replace(/\W+/g, "_"), introduced.join("\n"));
  const end = site.unitText.length;
  site.edits.push({ start: end, end, text: `\n${guard}\n`, role: "open", rank: match.entity });
}

/** Bases without a word about access get that of the slice's key. */
function withAccess(bases: string, key: "class" | "struct"): string {
  const tokens = tokenize(bases);
  const edits: Edit[] = [];
  let depth = 0;
  let first = true;
  let open: Token | undefined;
  const finish = (hasAccess: boolean) => {
    if (open !== undefined && !hasAccess)
      edits.push(insertion(open.start, key === "struct" ? "public " : "private "));
  };
  let hasAccess = false;
  for (const token of tokens) {
    if (first) {
      open = token;
      hasAccess = false;
      first = false;
    }
    if (/^(?:public|private|protected)$/.test(token.text)) hasAccess = true;
    if (/^[(<[{]$/.test(token.text)) depth++;
    if (/^[)>\]}]$/.test(token.text)) depth--;
    if (token.text === "," && depth === 0) {
      finish(hasAccess);
      first = true;
    }
  }
  finish(hasAccess);
  return applyEdits(bases, edits, buildLineMap(bases)).text.trimEnd();
}

/** `JoinPoint` in a slice stands for the class that describes what the slice goes into. */
const describedBy = (name: string, text: string) =>
  text.replace(/\bJoinPoint\b/g, name).replace(/\btjp\s*->/g, `${name}::`);

/** The slice's own name stands for the class where constructors are declared. */
function renameConstructors(text: string, from: string, to: string): string {
  if (from === "" || from === to) return text;
  const tokens = tokenize(text);
  const edits = tokens.flatMap((token, index): Edit[] => {
    if (!declaresConstructor(tokens, index, from)) return [];
    return [{ start: token.start, end: token.end, text: to, role: "replace", rank: 0 }];
  });
  return applyEdits(text, edits, buildLineMap(text)).text;
}

/** What a slice defines outside itself. */
interface OutsideDefinition {
  readonly text: string;
  /** The slice's name before that of the member, `S::`. */
  readonly prefix: string;
}

/**
 * A function becomes inline, a static data member weak: every unit that sees the class brings it, the linker keeps one.
 * Who defines a function outside its class does not want copies of it at each call.
 * Namespaces are opened again, so that names mean what they mean beside the class.
 */
function defineOutside(
  { text, prefix }: OutsideDefinition,
  match: IntroductionMatch,
  owner: ClassEntity,
  site: ClassSite,
  home: Home,
): void {
  const { unitText, facts } = site;
  const isClass = (path: string) =>
    facts.entities.some((entity) => entity.kind === "class" && qualifiedName(entity) === path);
  const spaces = owner.scope.filter((_, index) => !isClass(owner.scope.slice(0, index + 1).join("::")));
  const within = [...owner.scope.slice(spaces.length), owner.name].join("::");
  const from = plainName(match.slice.slice.name);
  const words = tokenize(prefix).map((token) => token.text);
  const tokens = tokenize(text);
  const start = tokens.findIndex((_, index) => words.every((word, at) => tokens[index + at]?.text === word));
  if (start === -1) return;
  const [first, last] = [tokens[start]!, tokens[start + words.length - 1]!];
  const name = tokens[start + words.length];
  const edits: Edit[] = [replacement(first.start, last.end, `${within}::`)];
  // `S::S(...)` defines a constructor.
  const isOwn = (token: Token | undefined) => token?.text === from && from !== "";
  if (isOwn(name)) edits.push(replacement(name!.start, name!.end, owner.name));
  if (name?.text === "~" && isOwn(tokens[start + words.length + 1])) {
    const destructor = tokens[start + words.length + 1]!;
    edits.push(replacement(destructor.start, destructor.end, owner.name));
  }
  const rest = tokens.slice(start + words.length);
  const isFunction =
    rest.some(({ text: word }) => word === "operator") ||
    (/^[({=;[]$/.test(rest.find(({ text: word }) => /^[({=;[]$/.test(word))?.text ?? "") &&
      rest.find(({ text: word }) => /^[({=;[]$/.test(word))?.text === "(");
  const copied = home === "here" ? "" : "inline __attribute__((noinline))";
  const linkage = isFunction ? copied : "__attribute__((weak))";
  const edited = applyEdits(text, edits, buildLineMap(text)).text;
  const open = spaces.map((space) => `namespace ${space} {`).join(" ");
  const end = unitText.length;
  site.edits.push({
    start: end,
    end,
    text: `\n${open} ${linkage}\n${edited}\n${spaces.map(() => "}").join(" ")}\n`,
    role: "open",
    rank: site.match.entity,
    from: "aspect",
  });
}

/** Where functions of a class belong: in the unit that defines the first that is not inline, if there is one. */
type Home = "here" | "elsewhere" | "everywhere";

/** Here an ordinary definition, which prevails over the copies of other units, is compiled beside the class's own functions. */
function homeOf({ definition, members, template }: ClassEntity, entities: readonly Entity[]): Home {
  if (definition === undefined || template !== undefined) return "everywhere";
  const key = members
    .map((member) => entities[member])
    .find(
      (entity) =>
        entity?.kind === "function" &&
        !(entity.isInline || entity.isPure || entity.isImplicit || entity.isDefaulted || entity.isDeleted) &&
        entity.template === undefined,
    );
  if (key === undefined) return "everywhere";
  return key.nameRange.start >= definition.body.end ? "here" : "elsewhere";
}

const insertion = (at: number, text: string): Edit => ({ start: at, end: at, text, role: "open", rank: 0 });
const replacement = (start: number, end: number, text: string): Edit => ({
  start,
  end,
  text,
  role: "replace",
  rank: 0,
});
