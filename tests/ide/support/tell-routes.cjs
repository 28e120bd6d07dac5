// Loaded into the backend (NODE_OPTIONS=--require): writes each route that its Express application has, once somebody asks
// it something, into the file that WEFT_TEST_ROUTES names.
const { writeFileSync } = require("node:fs");
const http = require("node:http");

const file = process.env.WEFT_TEST_ROUTES;
const { createServer } = http;
http.createServer = (...given) => {
  const server = createServer(...given);
  const app = given.find((one) => typeof one === "function" && typeof one.use === "function");
  if (file !== undefined && app !== undefined)
    server.prependListener("request", () => writeFileSync(file, JSON.stringify(routesOf(app._router.stack))));
  return server;
};

function routesOf(stack, above = "") {
  return stack.flatMap(({ route, name, handle, regexp }) => {
    if (route !== undefined)
      return [route.path].flat().map((path) => ({ path: above + path, methods: Object.keys(route.methods) }));
    const place =
      regexp?.fast_slash === true ? "" : /^\^\\\/([\w\\/-]+?)\\\//.exec(regexp?.source ?? "")?.[1];
    const below =
      place === undefined ? above : above + (place === "" ? "" : `/${place.replaceAll("\\", "")}`);
    return Array.isArray(handle?.stack) && name === "router"
      ? routesOf(handle.stack, below)
      : [{ path: below === "" ? "/" : below, methods: ["*"], name }];
  });
}
