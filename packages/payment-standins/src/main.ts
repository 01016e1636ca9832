#!/usr/bin/env node
import { parseArgs } from "node:util";
import type { ProviderName } from "./core/types.ts";
import { start } from "./start.ts";

const ports: Record<ProviderName, number> = { paypal: 4801, stripe: 4802, mollie: 4803 };
const usage = "payment-standins <paypal|stripe|mollie> [--port 0] [--data FILE]";

function isProvider(name: string | undefined): name is ProviderName {
  return name !== undefined && Object.hasOwn(ports, name);
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { port: { type: "string" }, data: { type: "string" } },
});
const [provider] = positionals;
const port = Number(values.port ?? (isProvider(provider) ? ports[provider] : 0));
if (!isProvider(provider) || !Number.isInteger(port)) {
  console.error(usage);
  process.exit(2);
}
const standin = await start(provider, {
  port,
  ...(values.data === undefined ? {} : { dataFile: values.data }),
});
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, () => {
    void standin.stop().then(() => process.exit(0));
  });
console.log(JSON.stringify({ provider, origin: standin.origin }));
