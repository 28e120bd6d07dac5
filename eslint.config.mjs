// Biome lints everything else; these five rules need types.
import tseslint from "typescript-eslint";
import { boundMethods } from "./tests/tools/bound-methods.mjs";
import { ownEntries } from "./tests/tools/own-entries.mjs";

export default tseslint.config(
  { ignores: ["**/lib/**", "**/dist/**", "**/src-gen/**"] },
  {
    files: [
      "weaver-bridge/**/*.ts",
      "language-server/src/**/*.ts",
      "debug-adapter/src/**/*.ts",
      "ide/extension/src/**/*.ts",
      "ide/weft-theia/src/**/*.ts",
      "ide/weft-theia/src/**/*.tsx",
    ],
    ignores: ["**/*.test.ts"],
    languageOptions: { parser: tseslint.parser, parserOptions: { projectService: true } },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    plugins: {
      "@typescript-eslint": tseslint.plugin,
      weft: { rules: { "bound-methods": boundMethods, "own-entries": ownEntries } },
    },
    rules: {
      "weft/bound-methods": "error",
      "weft/own-entries": "error",
      "@typescript-eslint/no-floating-promises": "error",
      "@typescript-eslint/no-misused-promises": "error",
      "@typescript-eslint/switch-exhaustiveness-check": [
        "error",
        { considerDefaultExhaustiveForUnions: true },
      ],
    },
  },
);
