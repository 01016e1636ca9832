import type { OpenApiDocument } from "../../apps/server/src/platform/api-docs/openapi.ts";
import { callsOf } from "./document.ts";
import type { Call } from "./document.ts";

/** Prints only what the client needs at run time, because every browser loads it. */
export function printOperations(document: OpenApiDocument): string {
  const groups = [...callsOf(document)].map(
    ([group, calls]) => `${group}: {\n${calls.map((call) => printOperation(call)).join("\n")}\n},`,
  );
  return [
    `import type { Operation } from "./build-request.ts";`,
    `/** The base path of the API on every host. */\nexport const basePath = ${JSON.stringify(document.servers[0]?.url)};`,
    `/** The version of the API this client was made for. */\nexport const apiVersion = ${JSON.stringify(document.info.version)};`,
    `export const operations = {\n${groups.join("\n")}\n} as const satisfies Record<string, Record<string, Operation>>;`,
  ].join("\n\n");
}

function printOperation(call: Call): string {
  const query = call.fields.filter((field) => field.in === "query").map((field) => field.name);
  const parts = [
    `method: ${JSON.stringify(call.method)}`,
    `path: ${JSON.stringify(call.path)}`,
    ...(query.length > 0 ? [`query: ${JSON.stringify(query)}`] : []),
    ...(call.body ? ["body: true"] : []),
    ...(call.upload ? ["upload: true"] : []),
    ...(call.file ? [`file: ${JSON.stringify(call.file)}`] : []),
    ...(call.operation["x-idempotent"] ? ["idempotent: true"] : []),
  ];
  return `${call.name}: { ${parts.join(", ")} },`;
}
