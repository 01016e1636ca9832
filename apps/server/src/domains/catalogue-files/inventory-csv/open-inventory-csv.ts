import type { Transaction } from "../../../platform/context.ts";
import type { ImportFile, Step } from "../import-file.ts";
import type { PlannedLevel } from "./plan-levels.ts";
import { type InventoryRow, readInventoryCsv } from "./read-inventory-csv.ts";
import { countVariants } from "./read-stock.ts";
import { planRows, writeRows } from "./set-levels.ts";

/** Maximum number of rows per step. */
const rowsAtOnce = 500;
/**
 * Maximum number of variants per step. A step reads all variants of its products, and matching them blocks the event
 * loop.
 */
const variantsAtOnce = 1000;
/** Two stock levels count as one write toward the import limit. */
const levelsPerWrite = 2;

/**
 * Opens an inventory file, which is imported in steps of five hundred rows, or fewer if their products have more than a
 * thousand variants.
 */
export async function openInventoryCsv(
  source: AsyncIterable<Uint8Array>,
  fileName: string,
): Promise<ImportFile<PlannedLevel>> {
  const file = await readInventoryCsv(source);
  const seen = new Map<string, number>();
  /** The number of variants of each product that earlier steps looked up, keyed by link. */
  const counts = new Map<string, number>();
  const step = async (tx: Transaction, from: number): Promise<InventoryRow[]> => {
    const rows = file.rows.slice(from, from + rowsAtOnce);
    const links = new Set(rows.flatMap(({ handle }) => handle ?? []));
    const unknown = [...links].filter((link) => !counts.has(link));
    if (unknown.length > 0) {
      const found = await countVariants(tx, unknown);
      for (const link of unknown) counts.set(link, found.get(link) ?? 0);
    }
    return rows.slice(0, endOfStep(rows, counts));
  };
  return {
    findings: file.findings,
    rows: file.count,
    total: file.rows.length,
    pictures: [],
    checkIsIndivisible: true,
    async check(tx, from, findings) {
      const rows = await step(tx, from);
      return stepOf(rows.length, await planRows(tx, file, rows, seen, findings));
    },
    async write(tx, ctx, from, findings) {
      const rows = await step(tx, from);
      return stepOf(rows.length, await writeRows(tx, ctx, { file, rows, fileName }, findings));
    },
  };
}

/**
 * Returns how many rows the step takes, at least one. Stops before the products of its rows have more than
 * `variantsAtOnce` variants in total.
 */
function endOfStep(rows: readonly InventoryRow[], counts: ReadonlyMap<string, number>): number {
  const read = new Set<string>();
  let variants = 0;
  for (const [i, { handle }] of rows.entries()) {
    if (handle === null || read.has(handle)) continue;
    read.add(handle);
    variants += counts.get(handle) ?? 0;
    if (i > 0 && variants > variantsAtOnce) return i;
  }
  return rows.length;
}

function stepOf(rows: number, planned: readonly PlannedLevel[]): Step<PlannedLevel> {
  const weight = planned.length / levelsPerWrite;
  return { created: 0, updated: planned.length, unchanged: rows - planned.length, planned, weight };
}
