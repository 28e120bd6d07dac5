import { expect, test } from "vitest";
import { createRequestOrder } from "./request-order.js";

/** Takes requests that are answered when the test says so; tells which have begun. */
function take(...commands: string[]) {
  const begun: string[] = [];
  const answers = new Map<string, () => void>();
  const order = createRequestOrder();
  for (const command of commands)
    order.take(command, () => {
      begun.push(command);
      return new Promise((resolve) => answers.set(command, resolve));
    });
  const answer = async (command: string) => {
    answers.get(command)?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { begun, answer };
}

test("a request begins when the one before it is answered", async () => {
  const { begun, answer } = take("setBreakpoints", "continue");
  await answer("");
  expect(begun).toEqual(["setBreakpoints"]);
  await answer("setBreakpoints");
  expect(begun).toEqual(["setBreakpoints", "continue"]);
});

test("what must get through waits for nobody", async () => {
  const { begun, answer } = take("launch", "configurationDone", "pause", "terminate", "disconnect");
  await answer("");
  expect(begun.sort()).toEqual(["disconnect", "launch", "pause", "terminate"]);
});

test("nobody waits for the search of a recording, which keeps its turn", async () => {
  const { begun, answer } = take("launch", "weft/recordedHits", "stackTrace");
  await answer("");
  expect(begun).toEqual(["launch"]);
  await answer("launch");
  expect(begun).toEqual(["launch", "weft/recordedHits", "stackTrace"]);
});
