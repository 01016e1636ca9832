import { fork } from "node:child_process";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { BenchServer } from "./bench-server.ts";
import { median, perSecond } from "./load.ts";
import { anyLink } from "./reads.ts";
import type { Row } from "./table.ts";

const bundle = pathToFileURL(
  path.join(import.meta.dirname, "../apps/storefront/build/server/index.js"),
).href;
const seconds = 4;
const rounds = 3;

/**
 * Measures pages that are rendered for every request, compared with the same components rendered by react-dom alone in
 * its own process.
 */
export async function measurePages(server: BenchServer): Promise<Row[]> {
  const link = await anyLink(server);
  const pages = [
    { what: "Home rendered uncached", address: "/" },
    { what: "Product page rendered uncached", address: `/product?link=${link}` },
  ];
  const rows: Row[] = [];
  for (const { what, address } of pages) {
    const ours: number[] = [];
    const yardstick: number[] = [];
    await perSecond(server.origin + address, 1);
    for (let round = 0; round < rounds; round += 1) {
      ours.push(await perSecond(server.origin + address, seconds));
      yardstick.push(await reactAlone(server.origin, address));
    }
    rows.push({
      what,
      ours: median(ours),
      yardstick: median(yardstick),
      unit: "/s",
      reach: 0.22,
      against: "the same components by react-dom alone",
    });
  }
  return rows;
}

function reactAlone(origin: string, address: string): Promise<number> {
  const child = fork(path.join(import.meta.dirname, "yardsticks/react-alone.ts"), {
    env: { ...process.env, NODE_ENV: "production" },
  });
  child.send({ bundle, origin, path: address, seconds });
  return new Promise((resolve, reject) => {
    child.once("message", (answer: { perSecond?: number; error?: string }) => {
      if (answer.perSecond === undefined) reject(new Error(answer.error));
      else resolve(answer.perSecond);
    });
    child.once("error", reject);
  });
}
