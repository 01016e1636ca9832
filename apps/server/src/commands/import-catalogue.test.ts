// @module-tag slow

import { existsSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newFolder } from "#tests/new-folder.ts";
import { seedStore } from "#tests/seed.ts";
import { readConfig } from "../platform/config.ts";
import { systemContext } from "../platform/context.ts";
import { prepareDatabase } from "../platform/database/open-database.ts";
import { queryable, sql } from "../platform/database/sql.ts";
import { startPostgres, type RunningPostgres } from "../platform/postgres/start-postgres.ts";
import { loadSecret } from "../platform/secret.ts";
import { exportFile } from "./export-file.ts";
import {
  type Finished,
  openPictureSite,
  outputOf,
  root,
  start,
} from "./import-catalogue.fixture.ts";
import { importFile } from "./import-file.ts";
import { openServices, type OpenServices } from "./open-services.ts";
import { more, shirt, sized, toCsv } from "../domains/catalogue-files/product-csv/csv.fixture.ts";

/** Shopify's sample file of an apparel store, which is not part of the project. It is imported only if it exists. */
const apparelFile =
  process.env["APPAREL_CSV"] ?? path.join(root, "../shared/data/shopify-apparel.csv");

let dataDir: string;
let postgres: RunningPostgres;
let open: OpenServices;

beforeAll(async () => {
  dataDir = await newFolder("vetrina import ");
  await startDatabase();
  await seedShop("sorvela");
});

afterAll(async () => {
  await stopDatabase();
  await rm(dataDir, { recursive: true, force: true });
});

async function startDatabase() {
  const fast = ["fsync=off", "synchronous_commit=off"].flatMap((setting) => ["-c", setting]);
  postgres = await startPostgres({ dataDir, log: () => {}, flags: fast });
  const url = new URL(postgres.adminUrl);
  url.pathname = "/vetrina";
  await prepareDatabase(url, await loadSecret(dataDir, null));
  open = await openServices(readConfig({ DATA_DIR: dataDir }, root), () => {});
}

async function stopDatabase() {
  await open.close();
  await postgres.stop();
}

async function seedShop(slug: string): Promise<void> {
  const { services } = open;
  const system = async (id: string) => {
    const store = await services.directory.find(id);
    if (store === null) throw new Error(`no store ${id}`);
    return systemContext(services, store);
  };
  await seedStore({ services, system }, { slug, name: slug });
}

function run(args: string[], env: Record<string, string> = {}): Promise<Finished> {
  return start(args, { DATA_DIR: dataDir, ...env }).finished;
}

function runExport(args: string[]): Promise<Finished> {
  return start(args, { DATA_DIR: dataDir }, "export-catalogue").finished;
}

/** Runs the import in this process, because loading the server for each run would take too long. */
function importHere(store: string, file: string): Promise<string> {
  const config = readConfig({ DATA_DIR: dataDir }, root);
  return outputOf(() => importFile(config, { store, file, dryRun: false }));
}

function exportHere(store: string, file: string): Promise<string> {
  const config = readConfig({ DATA_DIR: dataDir }, root);
  return outputOf(() => exportFile(config, { store, file, name: file, inventory: false }));
}

async function save(name: string, text: string): Promise<string> {
  const file = path.join(dataDir, name);
  await writeFile(file, text);
  return file;
}

function hats(count: number): string {
  return toCsv(
    Array.from({ length: count }, (_, i) =>
      Object.assign({}, shirt, {
        Handle: `hat-${i}`,
        Title: `Hat ${i}`,
        "Variant SKU": `H${i}`,
        "Variant Inventory Qty": "3",
        "Body (HTML)": `<p>${"Felt, made by hand. ".repeat(20)}</p>`,
      }),
    ),
  );
}

/** Twenty products, one of them in three sizes; stock is not tracked and pictures are unreachable. */
function apparel(): string {
  const sizes = ["Small", "Medium", "Large"].map((size, i) => (i === 0 ? sized(size) : more(size)));
  const others = Array.from({ length: 19 }, (_, i) =>
    Object.assign({}, shirt, { Handle: `top-${i}`, Title: `Silk Top ${i}`, Tags: "women" }),
  );
  return toCsv(
    [...sizes, ...others].map((row) => {
      const picture = row["Title"] ? `https://pictures.invalid/${row["Handle"]}.jpg` : "";
      return Object.assign({ "Variant Inventory Qty": "1", "Image Src": picture }, row);
    }),
    undefined,
    "\r\n",
  );
}

async function productsOf(slug: string): Promise<{ products: number; stock: number }> {
  const { services } = open;
  const store = await services.directory.find(slug);
  if (store === null) throw new Error(`no store ${slug}`);
  return systemContext(services, store).tx(async (tx) => {
    const [row] = await tx.rows<{ products: number; stock: number }>(sql`
      select (select count(*)::int from shop.products) as products,
        (select coalesce(sum(on_hand), 0)::int from shop.inventory_levels) as stock`);
    return row ?? { products: -1, stock: -1 };
  });
}

describe("prints one line for each mistake", () => {
  const table: [string, string[], RegExp][] = [
    ["no file", ["--store", "sorvela"], /^Name a file to import\. Usage: npm run import/],
    ["no store", ["a.csv"], /^Name the store with --store\. Usage:/],
    [
      "two files",
      ["--store", "sorvela", "a.csv", "b.csv"],
      /^Name only one file\. Unexpected: b\.csv/,
    ],
    ["an unknown flag", ["--force", "a.csv"], /^Unknown option '--force'\. See .*--help$/],
    ["a store without value", ["a.csv", "--store"], /'--store.*argument.*--help$/],
    ["a missing file", ["--store", "sorvela", "gone.csv"], /^gone\.csv does not exist \(ENOENT\)/],
    ["a folder", ["--store", "sorvela", "."], /^\. is not a file/],
    [
      "an unknown store",
      ["--store", "nobody.example", "package.json"],
      /^No store has the host or slug nobody\.example\. Existing stores: .*sorvela/,
    ],
  ];
  test.for(table)("%s", async ([, args, line]) => {
    const { code, out, err } = await run(args, { INIT_CWD: root });
    expect({ code, out, lines: err.trim().split("\n") }).toEqual({
      code: 1,
      out: "",
      lines: [expect.stringMatching(line)],
    });
  });

  test("a file that is not a catalogue", async () => {
    const { code, out } = await run(["--store", "sorvela", path.join(root, "package.json")]);
    expect([code, out]).toEqual([1, expect.stringMatching(/cannot be imported.*\n {2}row 1/)]);
  });

  test("a secret that differs from the server's changes nothing in the database", async () => {
    const file = await save("one.csv", toCsv([shirt]));
    const { code, err } = await run(["--store", "sorvela", file], { SECRET_KEY: "x".repeat(40) });
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(/Set both to the same values as for the server/),
    ]);
    const again = await openServices(readConfig({ DATA_DIR: dataDir }, root), () => {});
    await queryable(again.services.database.app).run(sql`select 1`);
    await again.close();
  });

  test("a folder without a database", async () => {
    const empty = path.join(dataDir, "empty");
    await mkdir(empty);
    const file = await save("one.csv", toCsv([shirt]));
    const { code, err } = await run(["--store", "sorvela", file], { DATA_DIR: empty });
    expect([code, err]).toEqual([1, expect.stringMatching(/^There is no database in .*npm start/)]);
  });

  test("--help", async () => {
    const { code, out } = await run(["--help"]);
    expect([code, out]).toEqual([0, expect.stringMatching(/--dry-run/)]);
  });
});

describe("with a running database", () => {
  test("a dry run reports changes, an import makes them, and a second import changes nothing", async () => {
    await seedShop("second");
    const file = await save("hats.csv", hats(3));
    const args = ["--store", "http://second.localhost:3000/", file];
    const dry = await run([...args, "--dry-run"]);
    expect(dry).toMatchObject({
      code: 0,
      out: expect.stringMatching(/dry run, nothing was changed/),
    });
    expect(dry.out).toMatch(/to create 3/);
    expect(dry.out).toMatch(/\+ hat-2 \(row 4\): 1 variant/);
    expect(await productsOf("second")).toEqual({ products: 0, stock: 0 });
    expect((await run(args)).out).toMatch(/created 3, updated 0, unchanged 0/);
    expect(await importHere("second", file)).toMatch(/created 0, updated 0, unchanged 3/);
    expect(await productsOf("second")).toEqual({ products: 3, stock: 9 });
  });

  test("errors are reported with row and column, and nothing is changed", async () => {
    const file = await save(
      "errors.csv",
      toCsv([shirt, { ...shirt, Handle: "hat", Title: "", "Variant Price": "4,5" }]),
    );
    const { code, out } = await run(["--store", "sorvela", file]);
    expect(code).toBe(1);
    expect(out.split("\n").slice(0, 3)).toEqual([
      expect.stringMatching(/^errors\.csv cannot be imported into sorvela: 2 errors\. Nothing was/),
      "  row 3, Title: is empty: the first row of a handle needs the title",
      expect.stringMatching(/^ {2}row 3, Variant Price: "4,5" uses a comma/),
    ]);
    expect(await productsOf("sorvela")).toEqual({ products: 0, stock: 0 });
  });

  test("two concurrent imports both succeed and create everything once", async () => {
    await seedShop("twice");
    const file = await save("twice.csv", hats(150));
    const both = await Promise.all([1, 2].map(() => run(["--store", "twice", file])));
    expect(
      both.map(({ code, err }) => [code, err.replace(/^Waiting for another import.*\n/, "")]),
    ).toEqual([
      [0, ""],
      [0, ""],
    ]);
    expect(await productsOf("twice")).toEqual({ products: 150, stock: 450 });
  });

  test("an import killed while writing leaves nothing behind, and the next one succeeds", async () => {
    await seedShop("killed");
    // Kills one import as soon as it writes, and another 100 ms later. Empty output shows that it hadn't finished.
    const file = await save("killed.csv", hats(300));
    for (const ms of [0, 100]) {
      const { child, finished } = start(["--store", "killed", file], { DATA_DIR: dataDir });
      await until(async () => (await writers()) > 0);
      await delay(ms);
      process.kill(-(child.pid ?? 0), "SIGKILL");
      expect((await finished).out).toBe("");
      await until(async () => (await writers()) === 0);
      expect(await productsOf("killed")).toEqual({ products: 0, stock: 0 });
    }
    expect(await importHere("killed", file)).toMatch(/created 300, updated 0, unchanged 0/);
    expect(await productsOf("killed")).toEqual({ products: 300, stock: 900 });
  });

  test("pictures are fetched from allowed addresses, and never from private networks", async () => {
    await seedShop("pictures");
    const site = await openPictureSite();
    const file = await save(
      "pictures.csv",
      toCsv(
        ["good.jpg", "redirect.jpg", "metadata.jpg", "page.html", "loop.jpg"].map((name, i) =>
          Object.assign({}, shirt, { Handle: `p-${i}`, "Image Src": `${site.url}/${name}` }),
        ),
      ),
    );
    const args = ["--store", "pictures", file];
    const closed = await run(args);
    expect(closed.out).toMatch(/0 downloaded, 5 failed/);
    expect(closed.out.match(/127\.0\.0\.1 is in a private or reserved network/g)).toHaveLength(5);
    expect(site.hits()).toBe(0);

    const { out, code } = await run(args, { IMPORT_FROM_LOOPBACK: "for tests" });
    site.close();
    expect(code).toBe(0);
    expect(out).toMatch(/0 already stored, 2 downloaded, 3 failed/);
    expect(out).toMatch(/row 4: \S+metadata\.jpg \(169\.254\.169\.254 is in a private/);
    expect(out).toMatch(/row 5: \S+page\.html \(the file at this address is not a JPEG/);
    expect(out).toMatch(/row 6: \S+loop\.jpg \(it redirects too often\)/);
  });

  const sample: [string, string | null][] = [
    ["of the same shape as Shopify's apparel sample", null],
  ];
  if (existsSync(apparelFile)) sample.push(["that is Shopify's apparel sample", apparelFile]);
  else console.info(`${apparelFile} does not exist: only a file of the same shape is imported`);
  test.for(sample)(
    "a file %s is imported, and importing it again changes nothing",
    async ([, real]) => {
      const slug = real === null ? "alike" : "apparel";
      await seedShop(slug);
      const file = real ?? (await save("apparel.csv", apparel()));
      const dry = await run(["--store", slug, file, "--dry-run"]);
      expect(dry.out).toMatch(/to create 20, to update 0/);
      expect(await importHere(slug, file)).toMatch(/created 20, updated 0, unchanged 0/);
      expect(await productsOf(slug)).toEqual({ products: 20, stock: 22 });
      expect(await importHere(slug, file)).toMatch(/created 0, updated 0, unchanged 20/);

      const out = path.join(dataDir, `${slug}-out.csv`);
      expect(await exportHere(slug, out)).toMatch(/^the product list of .* \(products: 20\)/);
      expect(await importHere(slug, out)).toMatch(/created 0, updated 0, unchanged 20/);
      const again = await runExport(["--store", slug, out]);
      expect(again).toMatchObject({ code: 1, err: expect.stringMatching(/already exists/) });
      const stock = await runExport(["--store", slug, out, "--inventory", "--force"]);
      expect(stock).toMatchObject({
        code: 0,
        out: expect.stringMatching(/^the stock of .* \(products: 20\)/),
      });
      expect(await importHere(slug, out)).toMatch(/rows, 0 levels set/);
      const catalogue = path.join(dataDir, `${slug}.jsonl`);
      expect(await exportHere(slug, catalogue)).toMatch(/^the catalogue of .* \(products: 20\)/);
      // The unchanged lines are the products, the location of their stock, and the header.
      expect(await importHere(slug, catalogue)).toMatch(/created 0, updated 0, unchanged 22/);
    },
  );
});

describe("an export prints one line for each mistake", () => {
  const mistakes: [string[], RegExp][] = [
    [[], /^Name one file\. Usage: /],
    [["out.csv"], /^Name the store with --store\. Usage: /],
    [["--store", "nowhere", "nowhere.csv"], /^No store has the host or slug nowhere\./],
    [["--store", "sorvela", "no/such/folder/a.csv"], /^The folder no\/such\/folder does not exist/],
    [["--store", "sorvela", "."], /^\. is a folder\. /],
    [["--store", "sorvela", "a.jsonl", "--inventory"], /^a\.jsonl is a catalogue file/],
    [["--stor", "sorvela", "a.csv"], /^Unknown option '--stor'\. See npm run export -- --help/],
  ];
  test.for(mistakes)("%j", async ([args, message]) => {
    const { code, out, err } = await runExport(args);
    expect([code, out]).toEqual([1, ""]);
    expect(err).toMatch(message);
    expect(err.trimEnd().split("\n")).toHaveLength(1);
  });
});

describe("without a running database", () => {
  test("starts it for the import, and stops it afterwards", async () => {
    await seedShop("alone");
    await stopDatabase();
    const file = await save("alone.csv", hats(5));
    const { code, out } = await run(["--store", "alone", file]);
    await startDatabase();
    expect([code, out]).toEqual([0, expect.stringMatching(/created 5/)]);
    expect(await productsOf("alone")).toEqual({ products: 5, stock: 15 });
  });
});

/** The number of other sessions with uncommitted writes. */
async function writers(): Promise<number> {
  const row = await queryable(open.services.database.worker).row<{ count: number }>(sql`
    select count(*)::int as count from pg_stat_activity
    where usename = current_user and pid <> pg_backend_pid() and backend_xid is not null`);
  return row?.count ?? 0;
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await delay(10);
}
