/**
 * How much work a regular expression is, as a number of steps: a plain backtracking matcher over the expression's tree, as the
 * standard tells it, that counts what it tries. Unlike a clock it says the same on each machine. The engine of Node has
 * shortcuts, which are not counted: what it takes less for is at most what is said here.
 */

/** A step more than this is as good as never. */
const MOST_STEPS = 200_000;

class TooMuch extends Error {}

/**
 * Of a tree (`analyse(…).parsed` of `scslre`) a function that says how many steps it takes to look for the expression in a
 * text; with the flag `g` for all matches, one after the other. At most `MOST_STEPS`.
 */
export function createWork({ pattern, flags }) {
  const world = { text: "", steps: 0, groups: [], flags };
  const match = anyOf(pattern.alternatives, world, 1);
  return (text) => {
    Object.assign(world, { text, steps: 0, groups: [] });
    try {
      for (let from = 0; from <= text.length; ) {
        const end = lookFrom(match, from, world);
        if (!flags.global || end === undefined) break;
        from = Math.max(end, from + 1);
      }
    } catch (error) {
      if (!(error instanceof TooMuch)) throw error;
    }
    return world.steps;
  };
}

/** The end of the first match; a match that is empty ends one further, as a loop over all does. */
function lookFrom(match, from, world) {
  const last = world.flags.sticky ? from : world.text.length;
  for (let start = from; start <= last; start++) {
    let end = start;
    const note = (at) => {
      end = at;
      return true;
    };
    step(world);
    if (match(start, note)) return Math.max(end, start + 1);
  }
  return undefined;
}

function step(world) {
  if (++world.steps > MOST_STEPS) throw new TooMuch();
}

const anyOf = (alternatives, world, way) => {
  const each = alternatives.map(({ elements }) => inTurn(elements, world, way));
  return each.length === 1 ? each[0] : (at, next) => each.some((one) => one(at, next));
};

function inTurn(elements, world, way) {
  const parts = (way > 0 ? elements : elements.toReversed()).map((one) => matcherOf(one, world, way));
  const from = (index, at, next) =>
    index === parts.length ? next(at) : parts[index](at, (then) => from(index + 1, then, next));
  return (at, next) => from(0, at, next);
}

/** `way` is 1, or -1 behind a place. */
function matcherOf(node, world, way) {
  switch (node.type) {
    case "Group":
      return anyOf(node.alternatives, world, way);
    case "CapturingGroup":
      return captured(node, world, way);
    case "Quantifier":
      return repeated(node, matcherOf(node.element, world, way));
    case "Assertion":
      return asserted(node, world);
    case "Backreference":
      return again(node, world, way);
    default:
      return oneOf(node, world, way);
  }
}

function captured(node, world, way) {
  const inner = anyOf(node.alternatives, world, way);
  return (at, next) =>
    inner(at, (end) => {
      const before = world.groups[node.raw];
      world.groups[node.raw] = way > 0 ? [at, end] : [end, at];
      if (next(end)) return true;
      world.groups[node.raw] = before;
      return false;
    });
}

function again(node, world, way) {
  return (at, next) => {
    const [start, end] = world.groups[node.resolved.raw] ?? [0, 0];
    const word = world.text.slice(start, end);
    step(world);
    const from = way > 0 ? at : at - word.length;
    return from >= 0 && world.text.startsWith(word, from) && next(at + way * word.length);
  };
}

/** A bound stays one when it is smaller; texts are too short for those of hundreds. */
const SMALL_BOUND = 8;

function repeated({ min, max: told, greedy }, element) {
  const max = told === Infinity ? told : Math.max(min, Math.min(told, SMALL_BOUND));
  const more = (at, count, next) =>
    count < max && element(at, (then) => (then !== at || count < min) && rest(then, count + 1, next));
  const rest = (at, count, next) => {
    if (count < min) return more(at, count, next);
    return greedy ? more(at, count, next) || next(at) : next(at) || more(at, count, next);
  };
  return (at, next) => rest(at, 0, next);
}

function asserted(node, world) {
  if (node.kind === "lookahead" || node.kind === "lookbehind") {
    const inner = anyOf(node.alternatives, world, node.kind === "lookahead" ? 1 : -1);
    return (at, next) => inner(at, () => true) !== node.negate && next(at);
  }
  const holds = assertion(node, world);
  return (at, next) => {
    step(world);
    return holds(at) && next(at);
  };
}

const isWord = (character) => character !== undefined && /\w/.test(character);
const isEnd = (character) => character !== undefined && /[\n\r\u2028\u2029]/.test(character);

function assertion({ kind, negate }, world) {
  if (kind === "word") return (at) => (isWord(world.text[at - 1]) !== isWord(world.text[at])) !== negate;
  const border = (at, text) => at < 0 || at >= text.length;
  const beside = kind === "start" ? -1 : 0;
  return (at) => border(at + beside, world.text) || (world.flags.multiline && isEnd(world.text[at + beside]));
}

/** A character, a set or a class: whether it is meant is asked of Node. */
function oneOf(node, world, way) {
  const said = new RegExp(`^${node.raw}$`, `${world.flags.raw.replace(/[gmyd]/g, "")}`);
  const known = new Map();
  const isMeant = (character) => {
    if (!known.has(character)) known.set(character, said.test(character));
    return known.get(character);
  };
  return (at, next) => {
    step(world);
    const character = world.text[way > 0 ? at : at - 1];
    return character !== undefined && isMeant(character) && next(at + way);
  };
}

/** The texts that an expression is held against: what it repeats, again and again, behind what leads there. */
export function hardTexts(pattern) {
  const characters = [...new Set(charactersOf(pattern))].slice(0, 12);
  const leads = leadsOf(pattern);
  const pumps = new Set([
    ...characters,
    ...characters.slice(0, 8).flatMap((one) => characters.slice(0, 8).map((other) => one + other)),
    ...leads.flatMap(({ before, body }) => [
      body,
      before + body,
      `${body} `,
      `${before + body} `,
      `${before}x`,
    ]),
  ]);
  const starts = new Set(["", ...leads.map(({ before }) => before)]);
  return { starts: [...starts].slice(0, 6), pumps: [...pumps].filter((one) => one !== "").slice(0, 110) };
}

const ALPHABET = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code));
/** The more usual first. */
const USUAL = [..."aA0_ \n\t:*(,.<[", ...ALPHABET];

function sampleOf(node) {
  if (node.type === "Character") return String.fromCodePoint(node.value);
  const said = new RegExp(`^${node.raw}$`, "u".repeat(Number(/\\[pP]\{/.test(node.raw))));
  return USUAL.find((one) => said.test(one)) ?? "";
}

/** Of each character class also one that stands in it by itself, and one that does not. */
function* charactersOf(node) {
  for (const inner of childrenOf(node)) yield* charactersOf(inner);
  if (node.type === "Character" || node.type === "CharacterSet") yield sampleOf(node);
  if (node.kind === "space" && !node.negate) yield "\n";
  if (node.type !== "CharacterClass") return;
  yield sampleOf(node);
  if (!node.negate)
    for (const one of node.elements) yield sampleOf(one.type === "CharacterClassRange" ? one.min : one);
}

const childrenOf = (node) =>
  node.alternatives ??
  node.elements?.filter(() => node.type !== "CharacterClass") ??
  (node.element ? [node.element] : []);

/** The shortest text that an element takes, of the first alternative that says something. */
function shortest(node) {
  switch (node.type) {
    case "Alternative":
      return node.elements.map(shortest).join("");
    case "Pattern":
    case "Group":
    case "CapturingGroup":
      return node.alternatives.map(shortest).find((one) => one !== "") ?? "";
    case "Quantifier":
      return shortest(node.element).repeat(Math.min(node.min, 20));
    case "Assertion":
    case "Backreference":
      return "";
    default:
      return sampleOf(node);
  }
}

/** Of each element that repeats without a bound: once what it repeats, and what leads to it from the expression's begin. */
function leadsOf(pattern) {
  const found = [];
  const visit = (node, before) => {
    if (node.type === "Quantifier") {
      if (node.max === Infinity) found.push(...bodies(node).map((body) => ({ before, body })));
      visit(node.element, before);
    } else if (node.type === "Alternative") {
      let led = before;
      for (const one of node.elements) {
        visit(one, led);
        led += shortest(one);
      }
    } else for (const one of childrenOf(node)) visit(one, before);
  };
  visit(pattern, "");
  return found.slice(0, 12);
}

function bodies({ element }) {
  const alternatives = element.alternatives ?? [];
  return alternatives.length > 0 ? alternatives.map(shortest) : [shortest(element)];
}

/** Lengths of the two texts that are compared. */
const [SHORT, LONG] = [40, 120];

/**
 * A text for which the expression needs much more than thrice the work for thrice the length, if one of the tried is: its
 * start and what is repeated.
 */
export function hardTextFor(parsed) {
  const work = createWork(parsed);
  const { starts, pumps } = hardTexts(parsed.pattern);
  const of = (start, pump, length, end) => work(start + pump.repeat(length / pump.length) + end);
  for (const start of starts)
    for (const pump of pumps)
      for (const end of ["", "\0", "x"]) {
        const long = of(start, pump, LONG, end);
        // Each place a few times over is no more than linear, and need not be compared.
        if (long > LONG * 12 && long > 4.5 * of(start, pump, SHORT, end)) return { start, pump, end };
      }
  return undefined;
}
