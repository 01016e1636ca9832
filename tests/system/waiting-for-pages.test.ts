// @module-tag slow

import { fork } from "node:child_process";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { describe } from "vitest";
import { pinnedNode } from "../../scripts/pinned-node.mjs";
import { exitOf, hasEnded } from "../running-shop.ts";
import { test } from "./shops.ts";

const main = path.join(import.meta.dirname, "../../apps/server/src/main.ts");

describe("a server whose launcher is building the pages", () => {
  test("ends with the build's output if the build fails, at any point of its own start", async ({
    shops,
    expect,
  }) => {
    const launched = launch(await shops.newDatabase(), await shops.dataDir());
    launched.process.send({
      pages: "failed",
      why: "The storefront could not be built:\nno such file",
    });
    expect(await exitOf(launched.process)).toMatchObject({ code: 1 });
    expect(launched.output()).toBe("The storefront could not be built:\nno such file\n");
  });

  test("opens only once the pages are built", async ({ shops, expect }) => {
    const launched = launch(await shops.newDatabase(), await shops.dataDir());
    await delay(4000);
    expect(launched.output()).not.toContain("Ready after");
    launched.process.send({ pages: "built" });
    while (!launched.output().includes("Ready after") && !hasEnded(launched.process))
      await delay(50);
    expect(launched.output()).toContain("Ready after");
    launched.process.kill("SIGTERM");
    expect(await exitOf(launched.process)).toMatchObject({ code: 0 });
  });

  test("ends if its launcher ends", async ({ shops, expect }) => {
    const env = { DATABASE_URL: await shops.newDatabase(), DEMO: "0" };
    const alone = await shops.spawn({ env, args: ["--wait-for-pages"] });
    expect(await exitOf(alone.process)).toMatchObject({ code: 1 });
    expect(alone.errors()).toBe(
      "The launcher stopped before the pages were built. Start it again.\n",
    );
  });
});

/** Starts the server as scripts/start.mjs does when there is no build yet. */
function launch(databaseUrl: string, dataDir: string) {
  const child = fork(main, ["--wait-for-pages"], {
    execPath: pinnedNode,
    stdio: ["ignore", "pipe", "pipe", "ipc"],
    env: {
      PATH: process.env["PATH"],
      NODE_ENV: "production",
      LOG_LEVEL: "warn",
      PORT: "0",
      DEMO: "0",
      ADMIN_EMAIL: "ada@example.com",
      ADMIN_PASSWORD: "correct horse battery",
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
    },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding("utf8").on("data", (text: string) => (output += text));
  return { process: child, output: () => output };
}
