import type { Context, Transaction } from "../../../platform/context.ts";
import type { ImportFile, SentFile, Step } from "../import-file.ts";
import { pace } from "../../../platform/event-loop/pace.ts";
import { lockImports } from "../import-limits.ts";
import type { FileProduct } from "../products/file-product.ts";
import { picturesOf, planAgainst } from "../products/plan-against-store.ts";
import type { Plan, PlannedProduct } from "../products/plan-products.ts";
import { publishProducts } from "../products/publish-products.ts";
import { releaseSkus } from "../products/release-skus.ts";
import { productsAtOnce, sizeInFile, stepOfProducts } from "../products/step-of-products.ts";
import { weighProducts, weightOfText } from "../products/weigh-products.ts";
import { withIds, writeProducts } from "../products/write-products.ts";
import { readProductCsv } from "./read-product-csv.ts";

/**
 * Opens a product file, which is imported in steps of at most fifty products. If a step takes a SKU from a variant that
 * only a later step changes, it clears that variant's SKU. Until then the variant has no SKU.
 */
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
  const positions = await positionsOf(products);
  const productsFrom = (first: number) => (link: string) => {
    const position = positions.get(link) ?? -1;
    return position >= first ? products[position] : undefined;
  };
  const step = (tx: Transaction, from: number) =>
    stepOfProducts(tx, products.slice(from, from + productsAtOnce), sizeInFile);
  return {
    findings,
    rows,
    total: products.length,
    pictures: await picturesOf(products),
    async check(tx, from, found) {
      // A check writes nothing, so products of earlier steps still have the SKUs that they will give up, too.
      const later = productsFrom(0);
      const file = { columns, products: await step(tx, from), later };
      const { plan, findings: stepFindings } = await planAgainst(tx, file, new Map(), false);
      found.join(stepFindings);
      return stepOf(plan);
    },
    async write(tx, about, from, found) {
      // An import started from the command line may also be running.
      await lockImports(tx, () => {});
      const some = await step(tx, from);
      const later = productsFrom(from + some.length);
      const file = { columns, products: some, later };
      const { plan, findings: stepFindings } = await planAgainst(tx, file, new Map(), true);
      found.join(stepFindings);
      if (stepFindings.errors.length > 0) return stepOf(plan);
      await releaseSkus(tx, about, plan.released, sent.fileName);
      const ownWeight = await weighProducts(plan.products);
      const written = withIds(plan.products);
      const copiedBytes = await writeProducts(tx, written, sent.at);
      await publishProducts(tx, about, written, sent.fileName);
      return Object.assign(stepOf(plan), { weight: ownWeight + weightOfText(copiedBytes) });
    },
  };
}

/** Returns each product's position in the file, keyed by the product's link. */
async function positionsOf(products: readonly FileProduct[]): Promise<Map<string, number>> {
  const positions = new Map<string, number>();
  for (const [position, { link }] of products.entries()) {
    const pause = pace();
    if (pause !== null) await pause;
    positions.set(link, position);
  }
  return positions;
}

function stepOf({ products, counts: { create, update, unchanged } }: Plan): Step<PlannedProduct> {
  return { created: create, updated: update, unchanged, planned: products };
}
