// esbuild plugin: replaces kernel-build/project-file/project-validator.ts by the code that ajv makes of the schema: a run of
// `weft cc` neither loads ajv nor compiles a schema.
import { readFileSync } from "node:fs";
import { dirname } from "node:path";
import { _, Ajv } from "ajv";
import standalone from "ajv/dist/standalone/index.js";

export const precompiledSchema = {
  name: "precompiled-schema",
  setup(build) {
    build.onLoad({ filter: /kernel-build\/project-file\/project-validator\.ts$/ }, ({ path }) => {
      const text = readFileSync(new URL("../schemas/weft.schema.json", import.meta.url), "utf8");
      const ajv = new Ajv({
        allErrors: true,
        verbose: true,
        strict: false,
        formats: { regex: () => true, "quick-regex": () => true }, // looked up in projectFormats when it runs
        code: { source: true, esm: true, formats: _`projectFormats` },
      });
      const code = standalone.default(ajv, { validate: ajv.addSchema(JSON.parse(text), "weft") && "weft" });
      return {
        contents: `import { projectFormats } from "./project-formats.ts";
${code}
export const schemaErrors = (value) => (validate(value) ? [] : validate.errors);`,
        loader: "js",
        resolveDir: dirname(path),
      };
    });
  },
};
