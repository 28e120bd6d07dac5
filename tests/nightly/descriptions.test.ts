// The descriptions for container engines, read by their own tools: the compose file by docker-compose, the workspace by the
// schemas of Kubernetes. For Theia Cloud's app there is no tool: only what the image says is looked for.
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { keepResultsOf } from "./results.js";

const image = fileURLToPath(new URL("../../ide/image/", import.meta.url));
keepResultsOf("descriptions for container engines");

test("docker-compose takes the compose file", () => {
  const folder = mkdtempSync(join(tmpdir(), "weft-compose-"));
  try {
    copyFileSync(join(image, "compose.yaml"), join(folder, "compose.yaml"));
    writeFileSync(join(folder, "weft-token"), "not a token\n");
    const shown = run("docker-compose", "--file", join(folder, "compose.yaml"), "config");
    for (const wanted of ["read_only: true", "no-new-privileges:true", "/workspace:rw", "healthcheck:"])
      expect(shown).toContain(wanted);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test("Kubernetes takes the workspace", () => {
  const program = process.env.WEFT_KUBERNETES_VALIDATE ?? "kubernetes-validate";
  const shown = run(program, "--strict", join(image, "kubernetes/workspace.yaml"));
  for (const kind of ["secret", "statefulset", "service"])
    expect(shown).toMatch(new RegExp(`passed for resource ${kind}/weft-alice`));
});

test("both agree with the image", () => {
  const text = (name: string) => readFileSync(join(image, "kubernetes", name), "utf8");
  const app = text("app-definition.yaml");
  for (const wanted of ["kind: AppDefinition", "uid: 1000", "port: 3100", "mountPath: /workspace"])
    expect(app).toContain(wanted);
  for (const wanted of ["runAsNonRoot: true, runAsUser: 1000", "containerPort: 3100", "path: /healthz"])
    expect(text("workspace.yaml")).toContain(wanted);
});

/** All that it says, on both streams. */
function run(program: string, ...words: string[]): string {
  return execFileSync("sh", ["-c", '"$0" "$@" 2>&1', program, ...words], {
    encoding: "utf8",
    timeout: 60_000,
  });
}
