/** The aspects that a call is about: those that it names, with what they include, or those of its project. */
import { resolve } from "node:path";
import { type Project, withIncludedAspects } from "../kernel-build/index.js";
import { type LoadedAspects, loadAspects } from "../pipeline/index.js";

/** `named` are relative to the working directory. */
export function askedAspects(named: readonly string[], project: Project | undefined): LoadedAspects {
  const files =
    named.length > 0 ? withIncludedAspects(named.map((name) => resolve(name))) : (project?.aspects ?? []);
  return loadAspects(files, process.cwd(), project);
}
