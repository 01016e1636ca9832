// @module-tag slow

import { describe, expect } from "vitest";
import { seedStore } from "#tests/seed.ts";
import { test } from "#tests/world.ts";
import { readProductCsv } from "../../domains/catalogue-files/product-csv/read-product-csv.ts";
import { makeProduct, staffClient } from "../../domains/products/catalogue.fixture.ts";
import { sanitizeRichText } from "./rich-text.ts";
import { createImportSanitizer, sanitizeAhead } from "./sanitize-ahead.ts";
import { sanitizedHere } from "./sanitized-here.fixture.ts";
import { sanitizedBefore } from "./sanitized-texts.ts";

/** The slowest known text of its length. */
function worstText(name: string, links = 4000): string {
  return `<p>${name}</p>${'<a href="http://x">x</a>'.repeat(links)}`;
}

/** Sends different long texts of one store, all at once. */
function send(store: { id: string; owner: string }, count: number) {
  return Promise.allSettled(
    Array.from({ length: count }, (_, i) =>
      sanitizeAhead({ store }, [`${store.id} ${i}`.padEnd(6000, "<b>x</b>")], async () => {}),
    ),
  );
}

function shop(id: string, owner = `owner of ${id}`) {
  return { id, owner };
}

describe("long texts", () => {
  test("are sanitized in a separate thread; this one only looks up the results", async () => {
    const [here, there] = [worstText("here"), worstText("there")];
    let ofThread = "";
    const given = [there, null, undefined, ["lines"], "short"];
    const texts = await sanitizedHere(() =>
      sanitizeAhead({ store: shop("a") }, given, async () => {
        ofThread = sanitizeRichText(there);
      }),
    );
    expect(texts).toEqual([]);
    expect(await sanitizedHere(() => sanitizeRichText(here))).not.toEqual([]);
    expect(ofThread.replace("there", "here")).toBe(sanitizeRichText(here));
  });

  test("wait up to a limit and are then rejected", async () => {
    const [many, few] = await Promise.all([send(shop("many"), 60), send(shop("few"), 2)]);
    const refused = many.filter(({ status }) => status === "rejected");
    expect(refused).toHaveLength(19);
    expect(refused[0]).toMatchObject({ reason: { code: "SERVER_BUSY" } });
    expect(few.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled"]);
  });

  test("of one owner's stores wait up to the same limit together, and leave room for others", async () => {
    const stores = Array.from({ length: 30 }, (_, i) => shop(`store ${i}`, "owner of many"));
    const [many, few] = await Promise.all([
      Promise.all(stores.map((store) => send(store, 10))),
      send(shop("another"), 2),
    ]);
    expect(many.flat().filter(({ status }) => status === "fulfilled")).toHaveLength(41);
    expect(few.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled"]);
  });

  test("of a product are stored like short ones, when created and when updated", async ({
    world,
  }) => {
    const storeId = await seedStore(world);
    const staff = await staffClient(world, storeId);
    const dirty = `<script>x</script>${"<p onclick=x>Word</p>".repeat(1000)}`;
    const clean = "<p>Word</p>".repeat(1000);
    const { id } = await makeProduct(world, storeId, { description: dirty });
    expect((await staff.products.getProduct({ id })).description).toBe(clean);
    const body = { description: `${dirty}<img>`, seoDescription: dirty };
    expect(await staff.products.updateProduct({ id, body })).toMatchObject({
      description: clean,
      seoDescription: clean,
    });
  });

  test("of an import's step stay cached until it ends, whatever calls send in the meantime", async () => {
    const texts = ["a", "b"].map((name) => worstText(`${name} of a step`, 600));
    const sanitizer = createImportSanitizer({ store: shop("a") });
    await sanitizer.sanitize(texts);
    expect(texts.map((text) => sanitizedBefore(text) !== undefined)).toEqual([true, true]);
    await sanitizer.sanitize(texts.slice(1));
    expect(texts.map((text) => sanitizedBefore(text) !== undefined)).toEqual([false, true]);
    sanitizer.close();
    expect(texts.map(sanitizedBefore)).toEqual([undefined, undefined]);
  });

  test("of a call stay cached until it ends, however many others run", async () => {
    const text = worstText("of a call", 300);
    const isDone = () => sanitizedBefore(text) !== undefined;
    const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<boolean>()];
    const ends: Promise<void>[] = [];
    await sanitizeAhead({ store: shop("a") }, [text], async () => {
      const others = Array.from({ length: 16 }, (_, i) =>
        sanitizeAhead({ store: shop(`${i}`) }, [`${i}`.padEnd(400_000, "x")], async () => {}),
      );
      // A call with the same text, which ends after the first one.
      const same = sanitizeAhead({ store: shop("b") }, [text], async () => {
        await first.promise;
        second.resolve(isDone());
      });
      ends.push(same, ...others);
      await Promise.all(others);
      expect(isDone()).toBe(true);
    });
    first.resolve();
    expect(await second.promise).toBe(true);
    await Promise.all(ends);
    expect(isDone()).toBe(false);
  });

  test("of an imported file are sanitized in the thread, with the same result as those of a call", async () => {
    const texts = Array.from({ length: 40 }, (_, i) => worstText(`${i} of a file`, 600));
    const file = [
      "Handle,Title,Body (HTML)",
      ...texts.map((text, i) => `p${i},P ${i},${quoted(text)}`),
    ];
    const descriptions: (string | undefined)[] = [];
    const here = await sanitizedHere(async () => {
      const { products, findings } = await readProductCsv(chunks(file.join("\n")), "USD");
      expect(findings.errors).toEqual([]);
      descriptions.push(...products.map(({ description }) => description));
    });
    expect(here).toEqual([]);
    expect(descriptions).toEqual(texts.map(sanitizeRichText));
  });
});

function quoted(cell: string): string {
  return `"${cell.replaceAll('"', '""')}"`;
}

async function* chunks(text: string): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536);
}
