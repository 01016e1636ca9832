import { fork } from "node:child_process";
import path from "node:path";
import type { BenchServer } from "./bench-server.ts";
import { answers, ended, freePort } from "./bench-server.ts";
import { compare } from "./load.ts";
import { ownApp } from "./own-app.ts";
import { record, type Statement } from "../tests/recorded.ts";
import type { Row } from "./table.ts";

const reads = [
  {
    what: "Product page's load, from PostgreSQL",
    path: (link: string) => `/api/v1/stores/sorvela/products/${link}`,
    reach: 0.8,
    against: "bare node:http and pg, the same statement, the same JSON",
  },
  {
    what: "Product list, 24 with facets, sorted",
    path: () => "/api/v1/products/store/sorvela?limit=24&sort=price-low&category=dresses,tops",
    reach: 0.7,
    against: "the same",
  },
  {
    what: "Search",
    path: () => "/api/v1/products/store/sorvela?limit=24&name=wool+coat",
    reach: 0.7,
    against: "the same",
  },
];

/**
 * Measures reads over HTTP, compared with a bare server that executes the same statements and serializes the same
 * response.
 */
export async function measureReads(server: BenchServer): Promise<Row[]> {
  const link = await anyLink(server);
  const rows: Row[] = [];
  for (const { what, path: address, reach, against } of reads) {
    const url = address(link);
    const { statements, answer } = await statementsOf(server, url);
    const bare = await startBare(server, statements, answer);
    const figures = await compare(server.origin + url, bare.origin);
    await bare.stop();
    rows.push({ what, ...figures, unit: "/s", reach, against });
  }
  return rows;
}

export async function anyLink(server: BenchServer): Promise<string> {
  const answer = await fetch(
    `${server.origin}/api/v1/products/store/sorvela?limit=1&sort=price-low`,
  );
  const list = (await answer.json()) as { items: { link: string }[] };
  return list.items[0]?.link ?? "";
}

/**
 * Returns the URL's response and the statements that it takes. Calls the URL once before, so that caches such as the
 * store's are filled.
 */
async function statementsOf(
  server: BenchServer,
  url: string,
): Promise<{ statements: Statement[]; answer: unknown }> {
  const { app, close } = await ownApp(server);
  await app.inject({ method: "GET", url });
  let answer: unknown;
  const statements = await record(async () => {
    answer = (await app.inject({ method: "GET", url })).json();
  });
  await close();
  return { statements, answer };
}

async function startBare(server: BenchServer, statements: readonly Statement[], answer: unknown) {
  const port = await freePort();
  const child = fork(path.join(import.meta.dirname, "yardsticks/bare-server.ts"), {
    env: { ...process.env, NODE_ENV: "production" },
  });
  child.send({ port, databaseUrl: server.databaseUrl, statements, answer });
  const origin = `http://127.0.0.1:${port}`;
  await answers(origin, child);
  return { origin, stop: () => ended(child) };
}
