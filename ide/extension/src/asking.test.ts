import { expect, test } from "vitest";
import { createAsking } from "./asking.js";

/** Questions that are answered by hand, in any order. */
function questions() {
  const open: (() => void)[] = [];
  const shown: number[] = [];
  let state = 0;
  const asking = createAsking(async () => {
    const asked = state;
    await new Promise<void>((answered) => open.push(answered));
    shown.push(asked);
  });
  return {
    asking,
    shown,
    open,
    change: () => {
      state++;
      return asking.now();
    },
  };
}

test("what changes meanwhile is asked about once, after the answer", async () => {
  const { asking, shown, open, change } = questions();
  const first = asking.now();
  const later = [change(), change(), change()];
  expect(open).toHaveLength(1);
  open[0]?.();
  await first;
  await expect.poll(() => open.length).toBe(2);
  expect(shown).toEqual([0]);
  open[1]?.();
  await Promise.all(later);
  expect(shown).toEqual([0, 3]);
  expect(open).toHaveLength(2);
});

test("a change during the second question has a third", async () => {
  const { asking, shown, open, change } = questions();
  void asking.now();
  const second = change();
  open[0]?.();
  await expect.poll(() => open.length).toBe(2);
  const third = change();
  open[1]?.();
  await second;
  await expect.poll(() => open.length).toBe(3);
  open[2]?.();
  await third;
  expect(shown).toEqual([0, 1, 2]);
});
