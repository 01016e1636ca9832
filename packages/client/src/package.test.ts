import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildClient } from "../build.ts";

const home = mkdtempSync(join(tmpdir(), "vetrina-client-"));
const consumer = join(home, "node_modules/@vetrina/client");
const tsc = fileURLToPath(import.meta.resolve("typescript/package.json")).replace(
  /package\.json$/,
  "bin/tsc",
);
const npm = (...args: string[]) =>
  execFileSync("npm", args, { cwd: home, encoding: "utf8", shell: process.platform === "win32" });

beforeAll(() => {
  const built = join(home, "built");
  buildClient(built);
  npm("pack", built, "--silent");
  writeFileSync(join(home, "package.json"), '{ "private": true, "type": "module" }');
  npm("install", "--offline", "--no-audit", "--no-fund", "./vetrina-client-3.14.0-dev.1.tgz");
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

test("the packed client runs without any other package installed", () => {
  writeFileSync(
    join(home, "run.js"),
    `import { createClient } from "@vetrina/client/create-client";
     import { isApiError } from "@vetrina/client/api-error";
     const answers = [Response.json({ version: "1" }), Response.json({ code: "NOT_FOUND" }, { status: 404 })];
     const client = createClient({ transport: async () => answers.shift() });
     const { version } = await client.system.getVersion();
     const error = await client.stores.getStore({ id: "x" }).catch((error) => error);
     console.log(version, isApiError(error, "NOT_FOUND"), error.constructor.name);`,
  );
  const run = spawnSync(process.execPath, ["run.js"], { cwd: home, encoding: "utf8" });
  expect(run.stderr).toBe("");
  expect(run.stdout).toBe("1 true ApiError\n");
});

test("its types pass strict checking and reject what the contract rejects", () => {
  writeFileSync(
    join(home, "check.ts"),
    `import { createClient } from "@vetrina/client/create-client";
     import { isApiError } from "@vetrina/client/api-error";
     import { memoryTokens } from "@vetrina/client/tokens";
     import type { Product } from "@vetrina/client/types";
     const client = createClient({ baseUrl: "https://a.example", tokens: memoryTokens() });
     export async function run(): Promise<string | null> {
       const list = await client.products.listProducts({ linkStoreId: "s", sort: "newest", size: ["S"] });
       const product: Product = await client.products.getProduct({ id: list.items[0]?.id ?? "" });
       const none: void = await client.users.logout();
       // @ts-expect-error no such sort order
       await client.products.listProducts({ linkStoreId: "s", sort: "random" });
       // @ts-expect-error the store is missing
       await client.products.listProducts({});
       // @ts-expect-error no such field
       product.nothing;
       return none ?? product.seoTitle;
     }
     export const codeOf = (error: unknown) => (isApiError(error) ? error.code : undefined);`,
  );
  for (const [module, moduleResolution] of [
    ["nodenext", "nodenext"],
    ["esnext", "bundler"],
  ] as const) {
    const compilerOptions = {
      module,
      moduleResolution,
      target: "es2022",
      lib: ["es2022", "dom"],
      types: [],
      strict: true,
      exactOptionalPropertyTypes: true,
      skipLibCheck: false,
      noEmit: true,
    };
    writeFileSync(
      join(home, "tsconfig.json"),
      JSON.stringify({ compilerOptions, files: ["check.ts"] }),
    );
    const run = spawnSync(process.execPath, [tsc, "-p", "."], { cwd: home, encoding: "utf8" });
    expect(run.stdout).toBe("");
    expect(run.status).toBe(0);
  }
});

test("has no dependencies, no zod and no TypeScript sources", () => {
  const manifest: unknown = JSON.parse(readFileSync(join(consumer, "package.json"), "utf8"));
  expect(manifest).toMatchObject({ name: "@vetrina/client", version: "3.14.0-dev.1" });
  expect(manifest).not.toHaveProperty("dependencies");
  const packed = npm("ls", "--all", "--parseable").trim().split("\n");
  expect(packed).toHaveLength(2);
  for (const file of ["create-client", "types", "operations", "session"]) {
    expect(readFileSync(join(consumer, `${file}.js`), "utf8")).not.toMatch(/zod|\.ts"/);
    expect(readFileSync(join(consumer, `${file}.d.ts`), "utf8")).not.toMatch(/zod|\.ts"/);
  }
});
