import { againAfterDeadlock, type Context } from "../../../platform/context.ts";
import { createFindings, type Fault, type Findings, type Notice } from "../findings.ts";
import { lockImports, planAfresh } from "../import-limits.ts";
import type { PlannedLevel } from "./plan-levels.ts";
import { type InventoryRow, readInventoryCsv } from "./read-inventory-csv.ts";
import { planRows, rowsAtOnce, writeRows } from "./set-levels.ts";

export type InventoryInput = {
  /** The file's bytes. */
  source: AsyncIterable<Uint8Array>;
  /** Its name, for the ledger and the audit. */
  fileName: string;
  /** Plan alone: nothing is written. */
  dryRun: boolean;
  progress: (step: { doing: "writing"; done: number; of: number } | { doing: "waiting" }) => void;
};

/** What an inventory import has done, or what a dry run would do. */
export type InventoryResult = {
  /** refused: the file has faults and nothing was changed. */
  outcome: "refused" | "planned" | "imported";
  rows: number;
  faults: Fault[];
  notices: Notice[];
  changes: PlannedLevel[];
};

/**
 * Sets the pieces on hand as an inventory file has them, all of it or, where it has a fault, nothing. What a file was
 * written over has changed since stays; the same file again changes nothing.
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
