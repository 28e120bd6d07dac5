import fc from "fast-check";
import { expect, test } from "vitest";
import { DEFAULT_TIMEOUTS, readAttachSettings, readLaunchSettings } from "./settings.js";

test("a launch needs no more than its project", () => {
  expect(readLaunchSettings({ type: "weft", project: "/k" })).toEqual({
    value: {
      project: "/k",
      build: "auto",
      qemu: [],
      noDebug: false,
      timeouts: DEFAULT_TIMEOUTS,
      stepIntoAdvice: "all",
    },
  });
});

test("timeouts are taken one by one", () => {
  const { value } = readLaunchSettings({ project: "/k", timeouts: { boot: 5 } }) as {
    value: { timeouts: object };
  };
  expect(value.timeouts).toEqual({ ...DEFAULT_TIMEOUTS, boot: 5 });
});

test("attaching takes a port or the running guest, and its host is no command", () => {
  expect(readAttachSettings({ project: "/k", port: 1234 })).toMatchObject({
    value: { host: "localhost", port: 1234 },
  });
  expect(readAttachSettings({ project: "/k" })).toMatchObject({ value: { host: "localhost" } });
  expect(readAttachSettings({ project: "/k", port: 0 })).toMatchObject({
    problem: expect.stringContaining('"port"'),
  });
  expect(readAttachSettings({ project: "/k", port: 1, host: "| sh" })).toMatchObject({
    problem: expect.stringContaining('"host"'),
  });
});

test("any JSON is answered, never thrown at", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (input) => {
      for (const read of [readLaunchSettings, readAttachSettings])
        expect(Object.keys(read(input))).toHaveLength(1);
    }),
  );
});
