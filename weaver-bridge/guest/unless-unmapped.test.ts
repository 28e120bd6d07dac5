import { expect, test } from "vitest";
import { GuestError, guestLost } from "./guest-error.js";
import { unlessUnmapped } from "./unless-unmapped.js";

test("memory that is not there is nothing; a guest that is not there is an error", async () => {
  const unmapped = Promise.reject(new GuestError("guest/memory", "the guest has no memory at 0x0", ""));
  expect(await unlessUnmapped(unmapped)).toBeUndefined();
  expect(await unlessUnmapped(Promise.resolve(5))).toBe(5);
  await expect(unlessUnmapped(Promise.reject(guestLost()))).rejects.toThrow(
    "connection to the guest was lost",
  );
});
