import * as fc from "fast-check";
import { describe, expect, test as pure } from "vitest";
import { imbalances } from "#tests/invariants.ts";
import { seedLocation } from "../../../platform/http/contract.fixture.ts";
import { staffClient } from "../../products/catalogue.fixture.ts";
import { exportChunks } from "../export-pages.ts";
import { kindOfFile } from "../file-kind.ts";
import { createFindings } from "../findings.ts";
import { importAtOnce, type ImportResult } from "../import-at-once.ts";
import { asSource, more, type Row, sized, toCsv } from "../product-csv/csv.fixture.ts";
import { noNetwork, type Shop, stocked, test } from "../product-csv/import.fixture.ts";
import { inventoryCsv } from "./export-inventory-csv.ts";
import { openInventoryCsv } from "./open-inventory-csv.ts";
import {
  levelKey,
  locationNames,
  matchRows,
  type PlannedLevel,
  planLevels,
} from "./plan-levels.ts";
import { inventoryHeader, type InventoryRow, readInventoryCsv } from "./read-inventory-csv.ts";

async function write({ world, storeId }: Shop): Promise<string> {
  let file = "";
  for await (const chunk of exportChunks(await world.system(storeId), inventoryCsv)) file += chunk;
  return file;
}

async function bring(
  shop: Shop,
  file: string,
  dryRun = false,
): Promise<ImportResult<PlannedLevel>> {
  const opened = await openInventoryCsv(asSource(file, 5000), "inventory.csv");
  return importAtOnce(await shop.world.system(shop.storeId), opened, {
    dryRun,
    fetchPicture: noNetwork,
    progress: () => {},
  });
}

/** Imports shirts in two sizes and a belt, with five units each at main, and adds a second location "shelf". */
async function openShirts(shop: Shop): Promise<void> {
  await shop.bring([
    sized("S", { ...stocked, "Variant SKU": "=S" }),
    more("M", { ...stocked, "Variant SKU": "LS-M" }),
    { Handle: "belt", Title: "Belt", "Variant Price": "9", "Variant SKU": "B", ...stocked },
  ]);
  await seedLocation(shop.world, shop.storeId, "shelf");
}

async function levels(shop: Shop) {
  const { rows } = await shop.world.admin.query<{ at: string; n: number }>(
    `select concat_ws(' ', p.link, v.slug, l.location) as at, l.on_hand as n from shop.inventory_levels l
     join shop.variants v on v.store_id = l.store_id and v.id = l.variant_id
     join shop.products p on p.store_id = v.store_id and p.id = v.product_id
     where l.store_id = $1 order by 1`,
    [shop.storeId],
  );
  return Object.fromEntries(rows.map(({ at, n }) => [at, n]));
}

const header: readonly string[] = inventoryHeader;
const at = (over: Row): Row => ({ Handle: "linen-shirt", Location: "Main", ...over });
const small = { "Option1 Name": "Size", "Option1 Value": "S" };

describe("a store's stock as a file", () => {
  test("is exported with every location, and importing it again changes nothing", async ({
    shop,
  }) => {
    await openShirts(shop);
    const file = await write(shop);
    const [head, ...lines] = file.split("\n");
    expect(head).toBe(inventoryHeader.join(","));
    expect(lines.filter((line) => line.startsWith("linen-shirt,Linen Shirt,Size,S,"))).toEqual([
      "linen-shirt,Linen Shirt,Size,S,,,,,'=S,,,Main,,0,0,0,5,5,",
      "linen-shirt,Linen Shirt,Size,S,,,,,'=S,,,shelf,,not stocked,not stocked,not stocked,not stocked,not stocked,",
    ]);
    expect(kindOfFile(Buffer.from(file))).toBe("INVENTORY_CSV");
    const before = await shop.everything();
    expect(await bring(shop, file)).toMatchObject({
      outcome: "imported",
      rows: 6,
      errors: [],
      warnings: [],
      planned: [],
    });
    expect(await shop.everything()).toEqual(before);
  });

  test("sets the filled-in quantities with ledger entries, events and audit entries, and the same import again changes nothing", async ({
    shop,
  }) => {
    await openShirts(shop);
    const rows = [
      at({ ...small, "On hand (current)": "5", "On hand (new)": "8" }),
      at({ ...small, Location: "shelf", "On hand (current)": "not stocked", "On hand (new)": "2" }),
      at({ Handle: "", SKU: "LS-M", "On hand (current)": "5", "On hand (new)": "0" }),
      at({
        Handle: "belt",
        "Option1 Value": "Default Title",
        "On hand (current)": "4",
        "On hand (new)": "1",
      }),
    ];
    const file = toCsv(rows, header);
    expect((await bring(shop, file, true)).planned).toHaveLength(3);
    expect((await levels(shop))["linen-shirt s main"]).toBe(5);
    const result = await bring(shop, file);
    expect(
      result.planned.map(({ label, location, from, to }) => [label, location, from, to]),
    ).toEqual([
      ["linen-shirt S", "main", 5, 8],
      ["linen-shirt S", "shelf", 0, 2],
      ["linen-shirt M", "main", 5, 0],
    ]);
    expect(result.warnings).toMatchObject([
      { rows: [5], message: expect.stringMatching(/changed/) },
    ]);
    expect(await levels(shop)).toEqual({
      "belt one-size main": 5,
      "linen-shirt m main": 0,
      "linen-shirt s main": 8,
      "linen-shirt s shelf": 2,
    });
    expect(await imbalances(shop.world)).toEqual([]);
    const { stock_movements: moves, audit_entries: audit, jobs } = await shop.everything();
    expect(
      moves?.filter((move) => (move as { note: string }).note === "inventory.csv"),
    ).toHaveLength(3);
    expect(
      audit?.filter(
        (entry) => (entry as { entity_type: string }).entity_type === "inventory level",
      ),
    ).toHaveLength(3);
    expect(JSON.stringify(jobs?.at(-1))).toMatch(/catalogue.changed/);
    const after = await shop.everything();
    expect((await bring(shop, file)).planned).toEqual([]);
    expect(await shop.everything()).toEqual(after);
  });

  test("can also be in the earlier format, and never sets less than orders hold", async ({
    shop,
  }) => {
    await openShirts(shop);
    const { world, storeId } = shop;
    const client = await staffClient(world, storeId);
    const { items } = await client.inventory.listLevels({ storeId });
    const variantId = items.find(({ sku }) => sku === "LS-M")?.variantId ?? "";
    await world.client().orders.createOrder({
      storeId,
      body: { items: [{ variantId, quantity: 3 }], email: "ada@example.com" },
    });
    const older = ["Handle", "Option1 Name", "Option1 Value", "Location", "Available", "On hand"];
    const rows = [
      at({ "Option1 Name": "Size", "Option1 Value": "m", "On hand": "1" }),
      at({ ...small, "On hand": "-4" }),
      at({ ...small, Location: "shelf", "On hand": "not stocked" }),
    ];
    const result = await bring(shop, toCsv(rows, older));
    expect(
      result.warnings.map(({ rows: lines, message }) => [lines, message.split(" ")[0]]),
    ).toEqual([
      [[3], "is"],
      [[2], "open"],
    ]);
    expect(await levels(shop)).toMatchObject({ "linen-shirt m main": 3, "linen-shirt s main": 0 });
  });

  test("names the variants that a product doesn't have", async ({ shop }) => {
    await openShirts(shop);
    const rows = [
      at({ "On hand (new)": "1" }),
      at({ ...small, "Option1 Value": "XL", "On hand (new)": "1" }),
    ];
    const { errors } = await bring(shop, toCsv(rows, header));
    expect(errors.map(({ message }) => message)).toEqual([
      '"linen-shirt" has no variant without options',
      '"linen-shirt" has no variant "XL"',
    ]);
  });

  test("with an error changes nothing, and each error has its row and column", async ({ shop }) => {
    await openShirts(shop);
    const rows = [
      at({ ...small, "On hand (new)": "8" }),
      at({ Handle: "socks", "On hand (new)": "1" }),
      at({ "Option1 Value": "XL", "On hand (new)": "1" }),
      at({ ...small, Location: "Cellar", "On hand (new)": "1" }),
      at({ ...small, "On hand (new)": "1.5" }),
      at({ Handle: "", SKU: "NONE", "On hand (new)": "1" }),
      at({ ...small, Location: "main", "On hand (new)": "9" }),
      at({ Handle: "", "On hand (new)": "9" }),
      at({ ...small, Location: "", "On hand (new)": "9" }),
      at({ ...small, Location: "shelf", "On hand (new)": "1000001" }),
    ];
    const before = await shop.everything();
    const { outcome, errors } = await bring(shop, toCsv(rows, header));
    expect(outcome).toBe("rejected");
    expect(errors.map(({ row, column }) => [row, column])).toEqual([
      [3, "Handle"],
      [4, "Option1 Value"],
      [5, "Location"],
      [6, "On hand (new)"],
      [7, "SKU"],
      [8, "Location"],
      [9, "Handle"],
      [10, "Location"],
      [11, "On hand (new)"],
    ]);
    expect(await shop.everything()).toEqual(before);
    const { findings } = await readInventoryCsv(asSource("Handle,SKU,On hand (new)\na,b,1\n"));
    expect(findings.errors).toMatchObject([{ row: 1, column: "Location" }]);
  });
});

pure.each([
  ["Handle,SKU,Location,On hand", "INVENTORY_CSV"],
  ['Handle,"Notes\nof the store",Location,On hand\nshirt,,Main,5\n', "INVENTORY_CSV"],
  ["Handle,Title,Location", "PRODUCT_CSV"],
  ["Handle,Title,Location\nshirt,On hand,Main", "PRODUCT_CSV"],
  ['"Handle', "PRODUCT_CSV"],
  ["", "PRODUCT_CSV"],
])("the kind of a file is detected by its header: %j", (head, kind) => {
  expect(kindOfFile(Buffer.from(head))).toBe(kind);
});

pure(
  "an exported location name always identifies its location, whatever the other locations are called",
  () => {
    const word = fc.constantFrom("main", "Main", "shelf", "Shelf", "Cellar", " x ", "");
    const arbitraryLocations = fc.uniqueArray(
      fc.record({ code: word.filter((w) => w !== ""), name: word }),
      {
        minLength: 1,
        maxLength: 5,
        selector: ({ code }) => code,
      },
    );
    const columns = {} as Parameters<typeof matchRows>[2];
    const variant = { id: "v", link: "a", name: "One Size", sku: null, values: [] };
    fc.assert(
      fc.property(arbitraryLocations, (locations) => {
        for (const location of locations) {
          const row: InventoryRow = {
            row: 2,
            handle: "a",
            values: [],
            sku: null,
            location: locationNames(locations).get(location.code) ?? "",
            current: 5,
            target: 6,
          };
          const findings = createFindings();
          const matched = matchRows(
            [row],
            { variants: [variant], locations },
            columns,
            new Map(),
            findings,
          );
          expect(matched).toMatchObject([{ location: location.code }]);
          const level = { onHand: 5, reserved: 0, leastAvailable: 0 };
          const planned = planLevels(
            matched,
            new Map([[levelKey("v", location.code), level]]),
            columns,
            findings,
          );
          expect(planned).toMatchObject([{ from: 5, to: 6 }]);
        }
      }),
      { numRuns: 100 },
    );
  },
);
