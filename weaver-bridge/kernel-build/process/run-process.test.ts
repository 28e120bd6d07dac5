import { expect, test } from "vitest";
import { runProcess } from "./run-process.js";

test("a process and what it starts are as nice as asked", async () => {
  const { output } = await runProcess(["sh", "-c", "read line; nice"], {
    directory: "/",
    input: "go\n",
    niceness: 7,
  });
  expect(`${output}`.trim()).toBe("7");
});
