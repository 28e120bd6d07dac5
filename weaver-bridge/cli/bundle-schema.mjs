// esbuild plugins: replace kernel-build/project-file/project-validator.ts, and the debug adapter's argument-check.ts, by the
// code that ajv makes of the schemas: a run of `weft cc` and an adapter's first answer neither load ajv nor compile a schema.
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
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

export const precompiledRequests = {
  name: "precompiled-requests",
  setup(build) {
    build.onLoad({ filter: /session\/requests\/argument-check\.ts$/ }, ({ path }) => {
      const file = join(dirname(path), "../../protocol/request-schemas.json");
      const schemas = JSON.parse(readFileSync(file, "utf8"));
      const commands = Object.keys(schemas.requests);
      const ajv = new Ajv({
        strict: false,
        verbose: true,
        inlineRefs: false,
        code: { source: true, esm: true },
      });
      ajv.addSchema(schemas, "requests");
      const pointer = (name) => encodeURIComponent(name.replaceAll("~", "~0").replaceAll("/", "~1"));
      const refs = commands.map((name, at) => [`check${at}`, `requests#/requests/${pointer(name)}`]);
      return {
        contents: `${standalone.default(ajv, Object.fromEntries(refs))}
export const COMMANDS = ${JSON.stringify(commands)};
const CHECKS = new Map([${commands.map((name, at) => `[${JSON.stringify(name)}, check${at}]`)}]);
export const errorIn = (request, value) => {
  const check = CHECKS.get(request);
  return check === undefined || check(value) ? undefined : check.errors[0];
};`,
        loader: "js",
        resolveDir: dirname(path),
      };
    });
  },
};
