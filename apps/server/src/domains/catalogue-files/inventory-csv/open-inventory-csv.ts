import type { ImportFile, Step } from "../import-file.ts";
import type { PlannedLevel } from "./plan-levels.ts";
import { readInventoryCsv } from "./read-inventory-csv.ts";
import { planRows, rowsAtOnce, writeRows } from "./set-levels.ts";

/** Opens an inventory file, which is imported in steps of five hundred rows. */
export async function openInventoryCsv(
  source: AsyncIterable<Uint8Array>,
  fileName: string,
): Promise<ImportFile<PlannedLevel>> {
  const file = await readInventoryCsv(source);
  const seen = new Map<string, number>();
  const step = (from: number) => file.rows.slice(from, from + rowsAtOnce);
  return {
    findings: file.findings,
    rows: file.count,
    total: file.rows.length,
    arrange: async () => [],
    pictures: [],
    checkIsIndivisible: true,
    async check(tx, from, findings) {
      const rows = step(from);
      return stepOf(rows.length, await planRows(tx, file, rows, seen, findings));
    },
    async write(tx, ctx, from, findings) {
      const rows = step(from);
      return stepOf(rows.length, await writeRows(tx, ctx, { file, rows, fileName }, findings));
    },
  };
}

function stepOf(rows: number, planned: readonly PlannedLevel[]): Step<PlannedLevel> {
  return { created: 0, updated: planned.length, unchanged: rows - planned.length, planned };
}
