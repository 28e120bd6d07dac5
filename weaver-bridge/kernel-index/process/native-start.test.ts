/** Programs that the addon starts for the index behave as those that Node starts. */
import { getPriority } from "node:os";
import { beforeAll, describe, expect, test } from "vitest";
import { startNatively } from "../../clang-ast/src/index.js";
import { runProcess, startProcessesBy } from "../../kernel-build/index.js";

beforeAll(() => startProcessesBy(startNatively));

const sh = (script: string, more: Partial<Parameters<typeof runProcess>[1]> = {}) =>
  runProcess(["sh", "-c", script], { directory: "/", ...more });

describe("a program that the addon started", () => {
  test("gets folder, input, variables and niceness, and is told of whole", async () => {
    // Set once it runs; nobody becomes less nice than whoever starts it.
    const wanted = Math.max(7, getPriority());
    const isNice = `for i in 1 2 3 4 5 6 7 8 9; do [ $(nice) = ${wanted} ] || sleep 0.2; done; nice`;
    const { output, errors, code } = await sh(
      `read line; echo "$line $PWD $NAME"; ${isNice}; echo oh >&2; exit 3`,
      {
        directory: "/tmp",
        input: "gr\xfc\xdfe\n",
        environment: { PATH: process.env.PATH, NAME: "weft" },
        niceness: 7,
      },
    );
    expect(output.toString("latin1").split("\n")).toEqual(["gr\xfc\xdfe /tmp weft", `${wanted}`, ""]);
    expect([`${errors}`, code]).toEqual(["oh\n", 3]);
  });
  test("may be fed and say more than a pipe holds, or not read at all", async () => {
    const input = "x".repeat(3_000_000);
    expect((await sh("cat", { input })).output.toString("latin1")).toBe(input);
    expect(await sh("exit 0", { input })).toMatchObject({ code: 0 });
  });
  test("that is not there, is ended by a signal, cancelled or late is told as such", async () => {
    await expect(runProcess(["weft-no-such-program"], { directory: "/" })).rejects.toMatchObject({
      code: "process-not-found",
    });
    await expect(sh("true", { directory: "/weft-no-such-folder" })).rejects.toMatchObject({
      code: "process-not-found",
    });
    expect(await sh("kill -9 $$")).toMatchObject({ code: undefined, endedBy: "SIGKILL" });
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 50);
    await expect(sh("sleep 60 & wait", { signal: controller.signal })).rejects.toMatchObject({
      code: "process-cancelled",
    });
    await expect(sh("sleep 60", { deadline: 50 })).rejects.toMatchObject({ code: "process-deadline" });
  });
});
