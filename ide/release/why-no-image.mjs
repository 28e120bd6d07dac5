// Whether this machine can make the container image. No engine of containers is needed for it, and none is asked for.
import { spawnSync } from "node:child_process";

/** Undefined where it can, otherwise why not and what to do, in words. */
export function whyNoImage() {
  if (process.getuid?.() !== 0) return "it needs root: sudo npm run release -- --only image";
  const missing = ["mmdebstrap", "umoci"].filter(
    (program) => spawnSync(program, ["--version"], { stdio: "ignore" }).error !== undefined,
  );
  if (missing.length === 0) return undefined;
  return `${missing.join(" and ")} missing; install with: apt-get install ${missing.join(" ")}`;
}
