import { againAfterDeadlock, type Context } from "../../../platform/context.ts";
import { createFindings, type RowError, type Findings, type Notice } from "../findings.ts";
import { lockImports, planAfresh } from "../import-limits.ts";
import type { PlannedLevel } from "./plan-levels.ts";
import { type InventoryRow, readInventoryCsv } from "./read-inventory-csv.ts";
import { planRows, rowsAtOnce, writeRows } from "./set-levels.ts";

export type InventoryInput = {
  /** The file's bytes. */
  source: AsyncIterable<Uint8Array>;
  /** The file's name, for the ledger and the audit log. */
  fileName: string;
  /** Only plan; write nothing. */
  dryRun: boolean;
  progress: (step: { doing: "writing"; done: number; of: number } | { doing: "waiting" }) => void;
};

/** The result of an inventory import, or of its dry run. */
export type InventoryResult = {
  /** refused: the file has errors and nothing was changed. */
  outcome: "refused" | "planned" | "imported";
  rows: number;
  faults: RowError[];
  notices: Notice[];
  changes: PlannedLevel[];
};

/**
 * Sets on-hand units as an inventory file has them: all of them, or none if it has an error. Levels that have changed
 * since the file was written are skipped. Importing the same file again changes nothing.
 */
export async function importInventoryCsv(
  ctx: Context,
  { source, fileName, dryRun, progress }: InventoryInput,
): Promise<InventoryResult> {
  const file = await readInventoryCsv(source);
  const result = (
    outcome: InventoryResult["outcome"],
    found: Findings,
    changes: PlannedLevel[],
  ) => ({
    outcome,
    rows: file.count,
    faults: [...file.findings.faults, ...found.faults].sort((a, b) => a.row - b.row),
    notices: [...file.findings.notices, ...found.notices],
    changes,
  });
  const once = () =>
    ctx.tx(async (tx) => {
      await planAfresh(tx);
      await lockImports(tx, () => progress({ doing: "waiting" }));
      const findings = createFindings();
      const seen = new Map<string, number>();
      const planned: PlannedLevel[] = [];
      for (const rows of rowBatches(file.rows))
        planned.push(...(await planRows(tx, file, rows, seen, findings)));
      if (file.findings.faults.length + findings.faults.length > 0)
        return result("refused", findings, planned);
      if (dryRun) return result("planned", findings, planned);
      const written: PlannedLevel[] = [];
      const again = createFindings();
      let done = 0;
      for (const rows of rowBatches(file.rows)) {
        written.push(...(await writeRows(tx, ctx, { file, rows, fileName }, again)));
        done += rows.length;
        progress({ doing: "writing", done, of: file.rows.length });
      }
      return result("imported", again, written);
    });
  return againAfterDeadlock(once);
}

export function* rowBatches(rows: readonly InventoryRow[]): Generator<readonly InventoryRow[]> {
  for (let from = 0; from < rows.length; from += rowsAtOnce)
    yield rows.slice(from, from + rowsAtOnce);
}
