// Writes description.json: Discord's request schemas as JSON Schema, and what each route takes, in the words of the package.
import { readFileSync, writeFileSync } from "node:fs";
import * as published from "discord-api-spec/zod";
import * as zod from "zod";
import { registry } from "zod/mini";

const known = registry();
for (const [name, schema] of Object.entries(published))
  if (name.endsWith("Schema") && schema?._zod) known.add(schema, { id: name.slice(0, -"Schema".length) });
const { schemas } = zod.toJSONSchema(known, { io: "input", unrepresentable: "any", uri: (id) => `#/$defs/${id}` });

const source = readFileSync("node_modules/discord-api-spec/build/discord-api-spec.ts", "utf8");
const lines = source.slice(source.search(/export (interface|type) Paths\b/)).split("\n");
const routes = [];
let path, route, part;
for (const line of lines) {
  let found;
  if ((found = line.match(/^  "(\/[^"]*)": \{/))) path = found[1];
  else if ((found = line.match(/^    (get|post|put|patch|delete): \{/)))
    routes.push((route = { method: found[1].toUpperCase(), path, query: "", body: "" }));
  else if ((found = line.match(/^        query\??:(.*)/))) route[(part = "query")] = found[1];
  else if (/^        (header|cookie|path)\??:/.test(line)) part = null;
  else if ((found = line.match(/^      requestBody\??:(.*)/))) route[(part = "body")] = found[1];
  else if (/^      responses: /.test(line)) part = null;
  else if (part) route[part] += "\n" + line;
}
for (const one of routes)
  for (const key of ["query", "body"]) one[key] = one[key].replace(/\/\*[^]*?\*\//g, "").replace(/\s+/g, " ").trim().replace(/;$/, "");
writeFileSync("description.json", JSON.stringify({ schemas, routes }));
console.log(`${Object.keys(schemas).length} schemas, ${routes.length} routes`);
