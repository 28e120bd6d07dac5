/** `weft guards --state`: the versions of plugged functions in the running guest. */
import { relative } from "node:path";
import { guardedVersions, type VersionState } from "../../guard-run/guarded-versions.js";
import type { GuardDeclaration } from "../../guards/index.js";
import { recordedTarget } from "../../live-weave/live-target.js";
import { EXIT, report } from "../output.js";
import { withGuest } from "./live/with-guest.js";

interface StateFlags {
  readonly path?: string | undefined;
  readonly project?: string | undefined;
  readonly json?: boolean;
}

export async function guardState(flags: StateFlags, guards: readonly GuardDeclaration[]): Promise<number> {
  const folder = flags.project ?? flags.path;
  const target = recordedTarget(folder === undefined ? {} : { project: folder });
  if ("problems" in target) {
    report(flags, target.problems);
    return EXIT.problems;
  }
  return withGuest({ json: flags.json === true }, async () => {
    const versions = await guardedVersions(target.project, target.guest, guards);
    if (typeof versions === "string") {
      report(flags, [{ code: "guards/no-versions", severity: "error", message: versions }]);
      return EXIT.problems;
    }
    report(flags, [], { versions });
    if (flags.json !== true) for (const one of versions) process.stdout.write(`${said(one)}\n`);
    return EXIT.fine;
  });
}

function said({ residual, isPlugged, plugs, replugs, wait, lastHit }: VersionState): string {
  const state = isPlugged ? "plugged" : `generic, for ${wait} calls at least`;
  const by = lastHit?.callers.map(({ within }) => ` < ${within}`).join("") ?? "";
  const place =
    lastHit === undefined
      ? ""
      : `; last at ${relative(process.cwd(), lastHit.file)}:${lastHit.line}, ${lastHit.within}${by}`;
  return `${residual}: ${state}; put in ${plugs} times, taken out ${replugs} times${place}`;
}
