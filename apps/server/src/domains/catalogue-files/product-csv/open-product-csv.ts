import { wordKey } from "@vetrina/contract/common";
import type { Context, Transaction } from "../../../platform/context.ts";
import type { ImportFile, SentFile, Step } from "../import-file.ts";
import { pace } from "../../../platform/pace.ts";
import { lockImports } from "../import-limits.ts";
import type { FileProduct } from "../products/file-product.ts";
import { picturesOf, planAgainst } from "../products/plan-against-store.ts";
import type { Plan, PlannedProduct } from "../products/plan-products.ts";
import { readSkuOwners } from "../products/read-store-products.ts";
import { publishProducts } from "../products/publish-products.ts";
import { withIds, writeProducts } from "../products/write-products.ts";
import { readProductCsv } from "./read-product-csv.ts";

/** Products per step. The number is small, because processing them blocks the event loop. */
const productsAtOnce = 50;
const variantsAtOnce = 500;
const skusAtOnce = 2000;

/** Opens a product file, which is imported in steps of fifty products. */
export async function openProductCsv(
  ctx: Context,
  source: AsyncIterable<Uint8Array>,
  sent: SentFile,
): Promise<ImportFile<PlannedProduct>> {
  const { products, columns, findings, rows } = await readProductCsv(
    source,
    ctx.store.currency,
    ctx.store,
  );
  let ordered: readonly FileProduct[] = products;
  let movers = 0;
  // SKUs must be unique after each step, so products that exchange SKUs are all written in the first step.
  const step = (from: number) => ({
    columns,
    products: ordered.slice(from, from < movers ? movers : endOfStep(ordered, from)),
  });
  return {
    findings,
    rows,
    total: products.length,
    pictures: await picturesOf(products),
    async arrange(tx, stored) {
      const links = stored ?? (await linksOfMovers(tx, products));
      const first = new Set(links);
      movers = links.length;
      ordered = [
        ...products.filter(({ link }) => first.has(link)),
        ...products.filter(({ link }) => !first.has(link)),
      ];
      return links;
    },
    async check(tx, from, found) {
      const { plan, findings: stepFindings } = await planAgainst(tx, step(from), new Map(), false);
      found.join(stepFindings);
      return stepOf(plan);
    },
    async write(tx, about, from, found) {
      // An import started from the command line may also be running.
      await lockImports(tx, () => {});
      const { plan, findings: stepFindings } = await planAgainst(tx, step(from), new Map(), true);
      found.join(stepFindings);
      if (stepFindings.errors.length > 0) return stepOf(plan);
      const written = withIds(plan.products);
      await writeProducts(tx, written, sent.at);
      await publishProducts(tx, about, written, sent.fileName);
      return stepOf(plan);
    },
  };
}

function endOfStep(products: readonly FileProduct[], from: number): number {
  let end = from;
  let variants = 0;
  while (end < Math.min(products.length, from + productsAtOnce)) {
    variants += products[end]?.variants.length ?? 0;
    if (end > from && variants > variantsAtOnce) break;
    end += 1;
  }
  return end;
}

function stepOf({ products, counts: { create, update, unchanged } }: Plan): Step<PlannedProduct> {
  return { created: create, updated: update, unchanged, planned: products };
}

/** Finds products of the file that exchange SKUs. */
async function linksOfMovers(tx: Transaction, products: readonly FileProduct[]): Promise<string[]> {
  const linkOf = new Map<string, string>();
  for (const { link, variants } of products) {
    const pause = pace();
    if (pause !== null) await pause;
    for (const { sku } of variants) if (sku) linkOf.set(wordKey(sku), link);
  }
  const inFile = new Set(products.map(({ link }) => link));
  const movers = new Set<string>();
  const skus = [...linkOf.keys()];
  for (let from = 0; from < skus.length; from += skusAtOnce)
    for (const { sku, link } of await readSkuOwners(tx, skus.slice(from, from + skusAtOnce))) {
      const taker = linkOf.get(wordKey(sku)) ?? link;
      if (taker === link || !inFile.has(link)) continue;
      movers.add(link).add(taker);
    }
  return [...movers];
}
