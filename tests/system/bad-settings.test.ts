// @module-tag slow

import { createServer } from "node:net";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { describe, expect, inject } from "vitest";
import { readConfig } from "../../apps/server/src/platform/config.ts";
import { StartupError } from "../../apps/server/src/platform/startup-error.ts";
import { startServer } from "../../apps/server/src/start-server.ts";
import { freePort } from "../free-port.ts";
import { root } from "../repository-files.ts";
import { exitOf, type ShopOptions } from "../running-shop.ts";
import { type Shops, test } from "./shops.ts";

/** Settings that are rejected when they are read, each with the error line that is expected. */
const unreadable: [variable: string, value: string, line: RegExp][] = [
  ["PORT", "70000", /^PORT=70000 is not a port\./],
  ["PORT", "30.5", /^PORT=30\.5 is not a port\./],
  ["PORT", "-1", /^PORT=-1 is not a port\./],
  ["DATABASE_URL", "shop", /^DATABASE_URL is not a valid URL\. Use postgres:\/\//],
  ["DATABASE_URL", "mysql://root@localhost/shop", /^DATABASE_URL is not a valid URL\./],
  ["DATABASE_URL", "postgres://", /^DATABASE_URL is not a valid URL\./],
  ["ADMIN_EMAIL", "admin", /^ADMIN_EMAIL=admin is not an email address\./],
  ["ADMIN_PASSWORD", "short", /^ADMIN_PASSWORD is too short\. Use at least 10 characters/],
  ["DEMO", "maybe", /^DEMO=maybe is neither 0 nor 1\./],
  ["TRUST_PROXY", "yes please", /^TRUST_PROXY=yes please is invalid\./],
  [
    "TRUST_PROXY",
    "true",
    /^TRUST_PROXY=true would let every caller choose .*such as 1, or .*10\.0\.0\.0\/8/,
  ],
  [
    "TRUST_PROXY",
    "10.0.0.1, 0.0.0.0/0",
    /^TRUST_PROXY=10\.0\.0\.1, 0\.0\.0\.0\/0 includes every caller/,
  ],
  ["TRUST_PROXY", "::/0", /^TRUST_PROXY=::\/0 includes every caller/],
  ["TRUST_PROXY", "10.0.0.0/33", /^TRUST_PROXY=10\.0\.0\.0\/33 is invalid\./],
  ["TRUST_PROXY", "999.1.1.1", /^TRUST_PROXY=999\.1\.1\.1 is invalid\./],
  ["PUBLIC_URL", "shop.example", /^PUBLIC_URL is not a valid URL\. Use https:\/\//],
  ["SMTP_URL", "https://mail.example", /^SMTP_URL is not a valid URL\. Use smtp:\/\//],
  ["SMTP_URL", "smtp://ada:50%@mail.example", /^SMTP_URL is not a valid URL\..*%25/],
  ["SMTP_URL", "smtp://mail.example", /^SMTP_URL needs MAIL_FROM: set it to the address/],
  ["SECRET_KEY", "short", /^SECRET_KEY is too short\. Use at least 32 random characters\./],
  ["METRICS_PORT", "many", /^METRICS_PORT=many is not a port\./],
  ["LOG_LEVEL", "loud", /^LOG_LEVEL=loud is unknown\. Use one of trace, /],
  ["RATE_LIMITS", "few", /^RATE_LIMITS=few is neither 0 nor 1\./],
  [
    "DRAIN_SECONDS",
    "-1",
    /^DRAIN_SECONDS=-1 is invalid\. Use a whole number of seconds from 0 to 300/,
  ],
];

/** Settings that are rejected later during the start. */
const unusable: [variable: string, value: string, line: RegExp][] = [
  ["HOST", "203.0.113.9", /^HOST=203\.0\.113\.9 is not an address of this machine\./],
  ["HOST", "no such host", /^HOST=no such host is not an address of this machine\./],
  ["DATA_DIR", "/dev/null/shop", /^Cannot write to \/dev\/null\/shop \(\w+\): make it writable/],
  ["DATABASE_URL", "postgres://u:p@127.0.0.1:9/shop", /^No database answers at 127\.0\.0\.1:9\./],
  ["DATABASE_URL", "postgres://u:p@no-such-host.invalid/shop", /^No database answers at no-such/],
];

// These tests start the server in this process, because a separate process would take a second to load it. The tests
// below show how a process ends, whatever the setting.
describe("an invalid setting is rejected with one line", () => {
  test.for(unreadable)("%s=%s", ([variable, value, line]) => {
    const read = () => readConfig({ DATABASE_URL: unused, [variable]: value }, root);
    expect(read).toThrow(StartupError);
    expect(read).toThrow(line);
    expect(read).not.toThrow(/\n/);
  });

  test.for(unusable)("%s=%s", async ([variable, value, line], { shops }) => {
    expect(await rejection(shops, { [variable]: value })).toMatch(line);
  });

  test("a port that is in use", async ({ shops }) => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    const { port } = other.address() as { port: number };
    const found = await rejection(shops, { PORT: String(port) });
    other.close();
    expect(found).toMatch(new RegExp(`^Port ${port} is in use\\..*PORT=${port + 1} npm start$`));
  });

  test("a data folder that is a file", async ({ shops }) => {
    const file = path.join(await shops.dataDir(), "file");
    await writeFile(file, "");
    const found = await rejection(shops, { DATA_DIR: file });
    expect(found).toMatch(/^Cannot write to .*: make it writable, or set DATA_DIR/);
  });
});

describe.concurrent("an invalid setting ends the start with a one-line error", () => {
  test("when it is read", async ({ shops, expect }) => {
    const found = await refusal(shops, { env: { PORT: "http" } });
    expect(found).toEqual(oneLine(/^PORT=http is not a port\. Use a whole number from 0 to 65535/));
  });

  test("a password in an invalid URL is not printed", async ({ shops, expect }) => {
    const { error } = await refusal(shops, {
      env: { DATABASE_URL: "pgsql://me:hunter2@db/shop" },
    });
    expect(error).not.toContain("hunter2");
  });

  test("a database that rejects the login", async ({ shops, expect }) => {
    const url = new URL(inject("adminUrl"));
    url.password = "wrong";
    const found = await refusal(shops, { env: { DATABASE_URL: url.href } });
    expect(found).toEqual(oneLine(/refused the login\. Check the user and password/));
  });

  test("an unknown default store", async ({ shops, expect }) => {
    const env = { DATABASE_URL: await shops.newDatabase(), DEFAULT_STORE: "nowhere" };
    const found = await refusal(shops, { env });
    expect(found).toEqual(oneLine(/^DEFAULT_STORE=nowhere does not match any store\./));
  });

  test("an unknown role", async ({ shops, expect }) => {
    const found = await refusal(shops, { args: ["--role", "boss"] });
    expect(found).toEqual(oneLine(/^--role boss is unknown\. Use --role web or --role worker\.$/));
  });

  test("an unknown argument", async ({ shops, expect }) => {
    const found = await refusal(shops, { args: ["--prot", "3000"] });
    expect(found).toEqual(oneLine(/--prot/));
  });
});

/** Nothing listens at this URL, so a start that wrongly accepts its settings fails instead of starting a database. */
const unused = "postgres://u:p@127.0.0.1:9/unused";

/** The message of the error with which a start in this process is rejected. */
async function rejection(shops: Shops, over: Record<string, string>): Promise<string> {
  const env = { PORT: String(await freePort()), DATA_DIR: await shops.dataDir() };
  const config = readConfig({ ...env, DATABASE_URL: unused, ...over }, root);
  const options = { role: "all", seed: null, pages: Promise.resolve(), say: () => {} } as const;
  const error: unknown = await startServer(config, options).then(
    (server) => server.stop(),
    (error: unknown) => error,
  );
  expect(error).toBeInstanceOf(StartupError);
  const { message } = error as StartupError;
  expect(message).not.toContain("\n");
  return message;
}

async function refusal(
  shops: Shops,
  options: ShopOptions,
): Promise<{ code: number | null; lines: number; error: string }> {
  const shop = await shops.spawn(options);
  const { code } = await exitOf(shop.process);
  const error = shop.errors().trimEnd();
  return { code, lines: error.split("\n").length, error };
}

function oneLine(pattern: RegExp) {
  return { code: 1, lines: 1, error: expect.stringMatching(pattern) as string };
}
