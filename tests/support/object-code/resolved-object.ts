/** C as a compiler makes an object of it, and what is resolved there: for tests of the resolver. */
import { inflateSync } from "node:zlib";
import { openImageCode, resolveInImage } from "../../../weaver-bridge/live-weave/resolve/index.js";
import { readElf } from "../../../weaver-bridge/object-code/index.js";
import { parsePointcut } from "../../../weaver-bridge/pointcut/index.js";
import { CLANG } from "../compilers.js";
import { compile } from "./compile.js";

export const ACCESSES = 'get("% ...::%") || set("% ...::%")';
export const EXECUTIONS = 'execution("% ...::%(...)")';

export function resolved(bytes: Uint8Array, text: string, sources: ReadonlyMap<string, string> = new Map()) {
  const image = openImageCode(readElf(bytes, { inflate: inflateSync }), undefined, (file) =>
    sources.get(file.slice(file.lastIndexOf("/") + 1)),
  );
  const { joinPoints } = resolveInImage(image, { pointcut: parsePointcut(text).value, text, files: [] });
  return joinPoints.map(({ joinPoint, places, why }) => ({
    name: `${joinPoint.kind} ${/\w+::\w+/.exec(joinPoint.signature)?.[0] ?? /(\w+)\(/.exec(joinPoint.signature)?.[1]}`,
    within: /(\w+)\(/.exec(joinPoint.within)?.[1],
    entries: places.filter(({ how }) => how === "entry" || how === "access"),
    where: places.map(({ address }) => image.spell(address)),
    why,
  }));
}

export function compiled(text: string, options: string, machine?: "x86_64"): Buffer {
  const [compiler, ...rest] = options.split(" ") as [string, ...string[]];
  const variant = { compiler, options: [...rest, "-g"], linked: false };
  const { bytes, remove } = compile(text, machine === undefined ? variant : { ...variant, machine });
  remove();
  return bytes;
}

export const LEVELS = ["gcc -O0", "gcc -O2", "gcc -Os", `${CLANG} -O0`, `${CLANG} -O2`];
