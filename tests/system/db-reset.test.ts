// @module-tag slow

import { spawn } from "node:child_process";
import path from "node:path";
import { root } from "../repository-files.ts";
import { pinnedNode } from "../../scripts/pinned-node.mjs";
import { test } from "./shops.ts";

test("db:reset empties the database after a confirmation, and never while a server uses it", async ({
  shops,
  expect,
}) => {
  const dataDir = await shops.dataDir();
  expect(await reset(dataDir, "--yes")).toEqual([1, `There is no database in ${dataDir}.\n`]);

  const shop = await shops.start({ dataDir });
  expect(await reset(dataDir, "--yes")).toEqual([
    1,
    `${dataDir} is in use by process ${shop.process.pid}. Stop that process first.\n`,
  ]);
  await shop.end("SIGTERM");
  expect(await reset(dataDir)).toEqual([1, expect.stringContaining("npm run db:reset -- --yes")]);

  expect(await reset(dataDir, "--yes")).toEqual([0, expect.stringContaining("is empty")]);
  const again = await shops.start({ dataDir, args: [], env: { DEMO: "0" } });
  const admin = await shops.connect(await again.databaseUrl());
  const { rows } = await admin.query("select from shop.stores");
  expect(rows).toEqual([]);
});

async function reset(dataDir: string, ...args: string[]): Promise<[number | null, string]> {
  const child = spawn(pinnedNode, [path.join(root, "scripts/db-reset.ts"), ...args], {
    env: { PATH: process.env["PATH"], DATA_DIR: dataDir },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => (output += text));
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  return [code, output];
}
