/** What a run of the kernel said of a pointcut's claims, for people and for programs. */
import type { AccessFinding, ExecutionCount, Verification } from "../../../live-verify/index.js";
import type { ImageCode, ResolvedJoinPoint } from "../../../live-weave/index.js";
import { printPosition } from "../../../model/index.js";

/** Also where nothing could be judged, it does not agree. */
export function agrees({ executions, accesses, isIncomplete }: Verification): boolean {
  const wrong = executions.filter(isWrong).length + accesses.missed.length + accesses.false.length;
  const judged = executions.filter(({ verdict }) => verdict === "agrees").length;
  return wrong === 0 && judged + accesses.agreed > 0 && !isIncomplete;
}

const isWrong = ({ verdict }: ExecutionCount) => verdict === "missed" || verdict === "false";

export function verificationJson(found: Verification, image: ImageCode): object {
  const { workload, executions, accesses, objects } = found;
  return {
    workload,
    claims: countsOf(found),
    executions: executions.map((one) => ({
      verdict: one.verdict,
      joinPoint: one.joinPoint.joinPoint,
      account: one.joinPoint.account,
      counted: one.hooked,
      ...(one.unfinished === 0 ? {} : { unfinished: one.unfinished }),
      entered: one.least === one.most ? one.most : { least: one.least, most: one.most },
      hooks: one.hooks.map(({ address, count }) => ({ address, symbol: image.spell(address), count })),
      ...(one.joinPoint.why === undefined ? {} : { why: one.joinPoint.why }),
    })),
    missed: accesses.missed.map((one) => findingJson(one, image)),
    false: accesses.false.map((one) => findingJson(one, image)),
    unnamed: accesses.unnamed.map((one) => findingJson(one, image)),
    unsure: accesses.unsure.map((one) => findingJson(one, image)),
    objects: objects.map(({ name, start, end }) => ({ name, start, end })),
    isIncomplete: found.isIncomplete,
    begunAgain: found.begunAgain.map(({ instruction, count }) => ({
      ...{ address: instruction, symbol: image.spell(instruction), count },
      ...placeIn(image, instruction),
    })),
    notJudged: notJudged(found),
  };
}

function countsOf({ executions, accesses, joinPoints }: Verification) {
  const of = (wanted: ExecutionCount["verdict"]) =>
    executions.filter(({ verdict }) => verdict === wanted).length;
  const without = (account: ResolvedJoinPoint["account"]) =>
    joinPoints.filter((one) => isAccess(one.joinPoint.kind) && one.account === account).length;
  const isAccess = (kind: string) => kind === "get" || kind === "set";
  const isJudged = (kind: string) => kind === "execution" || isAccess(kind);
  return {
    joinPoints: joinPoints.length,
    executions: {
      agree: of("agrees"),
      missed: of("missed"),
      false: of("false"),
      told: of("told"),
      notExecuted: of("not executed"),
      notJudged: of("not judged"),
    },
    accesses: {
      claimed: accesses.claimed,
      ...{ agree: accesses.agreed, agreeByPointers: accesses.agreedOnHeld },
      ...{ missed: accesses.missed.length, false: accesses.false.length },
      ...{ otherObjects: accesses.elsewhere, notExecuted: accesses.notExecuted, doubted: accesses.doubted },
      otherObjectsIn: Object.fromEntries(accesses.elsewhereIn),
      withoutHook: {
        ...{ shared: without("shared"), gone: without("gone") },
        ...{ refused: without("refused"), notFound: without("not-found") },
      },
    },
    otherKinds: joinPoints.filter(({ joinPoint }) => !isJudged(joinPoint.kind)).length,
  };
}

function findingJson({ instruction, ...finding }: AccessFinding, image: ImageCode): object {
  return {
    address: instruction,
    symbol: image.spell(instruction),
    ...placeIn(image, instruction),
    ...finding,
  };
}

function placeIn({ debug, functions }: ImageCode, address: number) {
  const own = functions.ownAt(address);
  const row = own && debug.lines(debug.entries.unitOf(own.entry)).rowAt(address);
  return row === undefined ? {} : { file: row.file, line: row.line };
}

export function describeVerification(found: Verification, image: ImageCode): string {
  const { workload, executions, accesses } = found;
  const access = (word: string) => (one: AccessFinding) => {
    const { file = "", line = 0 } = placeIn(image, one.instruction);
    const place = file === "" ? "" : `${file}:${line}: `;
    return `${place}${word}: ${one.kind} ${one.names.join(" or ")} at 0x${one.instruction.toString(16)} ${image.spell(one.instruction)}, in ${one.object}: ${one.why}`;
  };
  const lines = [
    ...executions.filter(isWrong).map((one) => describeCount(one, image)),
    ...accesses.missed.map(access("missed")),
    ...accesses.false.map(access("false")),
    ...accesses.unsure.map(access("unsure")),
    `The kernel ran ${workload.seconds.toFixed(1)} s: ${workload.reason}`,
    ...summary(found),
    ...notJudged(found).map((text) => `Not judged: ${text}`),
    ...(found.isIncomplete ? ["More happened than was recorded: say fewer --seconds"] : []),
  ];
  return `${lines.join("\n")}\n`;
}

function describeCount({ joinPoint, verdict, hooked, least, most, hooks }: ExecutionCount, image: ImageCode) {
  const { range, signature } = joinPoint.joinPoint;
  const entered = least === most ? String(most) : `${least} to ${most}`;
  const at = hooks.map(({ address, count }) => `${image.spell(address)} ${count}`).join(", ");
  const why = joinPoint.why === undefined ? "" : ` (${joinPoint.why})`;
  return `${printPosition(range)}: ${verdict}: execution: ${signature}: hooks count ${hooked}, entered ${entered}${why}${at === "" ? "" : `: ${at}`}`;
}

function summary(found: Verification): string[] {
  const { executions, accesses } = countsOf(found);
  const unfinished = found.executions.reduce((all, one) => all + one.unfinished, 0);
  return [
    `Executions: ${executions.agree} functions agree, ${executions.missed} missed, ${executions.false} false`,
    ...(unfinished === 0
      ? []
      : [`${unfinished} executions had begun when the run ended, and had not come to their hook`]),
    `Accesses: of ${accesses.claimed} claims ${accesses.agree} agree (${accesses.agreeByPointers} on objects that pointers led to), ${accesses.false} are false; ${accesses.missed} missed; ${found.accesses.unnamed.length} go through pointers or move structs, which is no access by name`,
  ];
}

function notJudged(found: Verification): string[] {
  const { executions, accesses, otherKinds } = countsOf(found);
  const { withoutHook } = accesses;
  const all: readonly (readonly [number, string])[] = [
    [
      executions.told,
      "functions of which was said that they are not counted, or that not all of their executions are",
    ],
    [
      executions.notJudged,
      "functions, whose code stands between other code so that its entries can't be told",
    ],
    [executions.notExecuted, "functions that were not executed"],
    [accesses.notExecuted, "accesses that were not executed"],
    [
      accesses.otherObjects,
      `accesses that touched other objects than global variables and what pointers led to from them (${countedNames(accesses.otherObjectsIn)})`,
    ],
    [
      found.accesses.unsure.length,
      "accesses that touched another member than is said, once, in an object that a pointer led to: it may have been gone",
    ],
    [accesses.doubted, "accesses that were said with a doubt, and touched another member"],
    [withoutHook.shared, "accesses that share another one's hook"],
    [withoutHook.gone, "accesses that the compiler left no code of"],
    [withoutHook.refused, "accesses that are refused a hook"],
    [withoutHook.notFound, "accesses of which no instruction was found: live resolve says which"],
    [otherKinds, "calls and addresses, which leave no events of their own"],
  ];
  const again = found.begunAgain.reduce((sum, { count }) => sum + count, 0);
  const told = all.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`);
  if (found.held === undefined) told.push(NOT_STOPPED);
  return again === 0 ? told : [...told, `${again} ${AGAIN}`];
}

const NOT_STOPPED =
  "objects that pointers lead to: QEMU's arguments have a debug stub already, and it serves one client";

const AGAIN =
  "turns of instructions that QEMU began a second time, as it does where a debugger's watchpoint is hit: each is counted once";

/** `process 12, inode 9 and 3 more`: those with the most first. */
function countedNames(counts: Readonly<Record<string, number>>): string {
  const sorted = Object.entries(counts).sort((left, right) => right[1] - left[1]);
  const first = sorted.slice(0, MOST_NAMED).map(([name, count]) => `${name} ${count}`);
  const rest = sorted.slice(MOST_NAMED).reduce((sum, [, count]) => sum + count, 0);
  return rest === 0 ? first.join(", ") : `${first.join(", ")}, others ${rest}`;
}

const MOST_NAMED = 8;
