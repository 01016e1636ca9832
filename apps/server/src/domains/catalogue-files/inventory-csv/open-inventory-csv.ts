import type { ImportFile, Outcome } from "../import-file.ts";
import { readInventoryCsv } from "./read-inventory-csv.ts";
import { planRows, rowsAtOnce, writeRows } from "./set-levels.ts";

/** An inventory file, imported in steps of five hundred rows. */
export async function openInventoryCsv(
  source: AsyncIterable<Uint8Array>,
  fileName: string,
): Promise<ImportFile> {
  const file = await readInventoryCsv(source);
  const seen = new Map<string, number>();
  const step = (from: number) => file.rows.slice(from, from + rowsAtOnce);
  return {
    findings: file.findings,
    total: file.rows.length,
    arrange: async () => [],
    pictures: [],
    checkIsIndivisible: true,
    async check(tx, from, findings) {
      const rows = step(from);
      return outcome(rows.length, (await planRows(tx, file, rows, seen, findings)).length);
    },
    async write(tx, ctx, from, findings) {
      const rows = step(from);
      const changes = await writeRows(tx, ctx, { file, rows, fileName }, findings);
      return outcome(rows.length, changes.length);
    },
  };
}

function outcome(rows: number, changed: number): Outcome {
  return { made: 0, changed, unchanged: rows - changed };
}
