import { defineConfig } from "vitest/config";

// One project per cost class, so that each stage of the gate can name what it runs.
const shared = {
  resolve: { conditions: ["source"] },
  ssr: { resolve: { conditions: ["source", "node", "import"] } },
};
const slow = {
  testTimeout: 300_000,
  hookTimeout: 600_000,
  fileParallelism: false,
  // What is polled is a state of the product, which a busy machine reaches late.
  expect: { poll: { timeout: 120_000, interval: 250 } },
};

const inBrowser = { ...slow, setupFiles: ["./tests/ide/support/tell-failures.ts"] };

export default defineConfig({
  test: {
    globalSetup: ["./tests/support/own-temporary-folder.ts"],
    projects: [
      {
        ...shared,
        test: {
          name: "unit",
          include: [
            "weaver-bridge/**/*.test.ts",
            "language-server/src/**/*.test.ts",
            "debug-adapter/src/**/*.test.ts",
            "ide/extension/src/**/*.test.ts",
            "ide/weft-theia/src/**/*.test.ts",
            "ide/release/*.test.mjs",
            "tests/support/**/*.test.ts",
            "tests/tools/**/*.test.mjs",
            "tests/architecture/**/*.test.ts",
          ],
          exclude: ["**/node_modules/**", "**/lib/**", "**/dist/**"],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          expect: { poll: { timeout: 30_000 } },
        },
      },
      { ...shared, test: { name: "golden", include: ["tests/golden/**/*.test.ts"], testTimeout: 120_000 } },
      { ...shared, test: { name: "protocol", include: ["tests/protocol/**/*.test.ts"], ...slow } },
      { ...shared, test: { name: "guest", include: ["tests/guest/*.test.ts"], ...slow } },
      {
        ...shared,
        test: {
          name: "linux",
          include: ["tests/guest/linux/*.test.ts"],
          ...slow,
          testTimeout: 3_000_000,
          hookTimeout: 3_000_000,
        },
      },
      // What takes too long for each gate; tests/nightly/README.md says when it last ran, and how that ended.
      { ...shared, test: { name: "nightly", include: ["tests/nightly/**/*.test.{ts,mjs}"], ...inBrowser } },
      { ...shared, test: { name: "ide", include: ["tests/ide/**/*.test.ts"], ...inBrowser } },
    ],
  },
});
