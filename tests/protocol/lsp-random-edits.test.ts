/** Whatever was typed before, the editor shows in the end what a new one would. `npm run bench -- edits` goes longer. */
import { expect, test } from "vitest";
import { randomSession } from "../support/editing/random-session.js";

for (const seed of [1, 2])
  test(`after 300 random edits the answers are those of a new server (seed ${seed})`, async () => {
    const { atTheEnd, afresh, requests } = await randomSession({ seed, edits: 300 });
    expect(requests).toBeGreaterThan(20);
    expect(atTheEnd).toBe(afresh);
    expect(afresh).toContain("Owner");
  });
