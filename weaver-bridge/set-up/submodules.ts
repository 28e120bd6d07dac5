/** Parts of a kernel that are repositories of their own, and did not come with its clone. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { readRegular } from "../kernel-build/index.js";
import { unlessRefused } from "../model/index.js";

/** A clause that names them, and the command that brings them; `undefined` where all that `.gitmodules` names is there. */
export function sayMissingSubmodules(root: string): string | undefined {
  const text = unlessRefused(() => readRegular(join(root, ".gitmodules"), "utf8")) ?? "";
  const paths = text.split("\n").flatMap((line) => {
    const [key = "", value = ""] = line.split("=", 2).map((part) => part.trim());
    return key === "path" && value !== "" ? [value] : [];
  });
  const missing = paths.filter(
    (path) => (unlessRefused(() => readdirSync(join(root, path))) ?? []).length === 0,
  );
  if (missing.length === 0) return undefined;
  return `not cloned yet: ${missing.slice(0, 5).join(", ")}${missing.length > 5 ? "…" : ""} (git submodule update --init --recursive)`;
}
