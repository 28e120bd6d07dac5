/** Units whose specializations are declared otherwise than when they were compiled: make can't see a new declaration. */
import { resolve } from "node:path";
import { type Project, readUnitRecords } from "../../kernel-build/index.js";
import { declaredDigest } from "../cc/unit-residuals.js";
import { outdateObjects } from "./refresh-objects.js";

/** What was done, in words; undefined when all is as declared. */
export function refreshResiduals(project: Project): string | undefined {
  const records = readUnitRecords(project);
  if (project.specializations.length === 0 && !records.some(({ declared }) => declared !== undefined))
    return undefined;
  const changed = records.filter(
    ({ command, declared }) => declaredDigest(project, resolve(command.directory, command.file)) !== declared,
  );
  if (changed.length === 0) return undefined;
  outdateObjects(project, changed);
  return `specializations changed: ${changed.length} of ${records.length} units are compiled again`;
}
