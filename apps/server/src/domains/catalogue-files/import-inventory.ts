import { auditAll } from "../../platform/audit.ts";
import { againAfterDeadlock, type Context, type Transaction } from "../../platform/context.ts";
import { lockLevels, writeMoves } from "../inventory/levels.ts";
import { tellingPages } from "../inventory/shown-stock.ts";
import { createFindings, type Fault, type Findings, type Notice } from "./findings.ts";
import { type InventoryFile, type InventoryRow, readInventoryCsv } from "./inventory-csv.ts";
import {
  levelKey,
  matchRows,
  type PlannedLevel,
  planLevels,
  type StockedLevel,
} from "./plan-inventory.ts";
import { lockImports } from "./queries.ts";
import { readPlaces, readStockedVariants, readStockLevels } from "./stock-queries.ts";

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

/** Rows that are planned and written together. */
export const rowsAtOnce = 1000;

/**
 * Sets the pieces on hand as an inventory file has them, all of it or, where it has a fault, nothing. What a file was
 * written over has changed since stays; the same file again changes nothing.
 */
export async function importInventory(
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

/** What rows would change as the stock is now; `seen` keeps what earlier rows of the file have named. */
export async function planRows(
  tx: Transaction,
  { columns }: Pick<InventoryFile, "columns">,
  rows: readonly InventoryRow[],
  seen: Map<string, number>,
  findings: Findings,
): Promise<PlannedLevel[]> {
  const matched = await matchIn(tx, columns, rows, seen, findings);
  const levels = await readStockLevels(
    tx,
    matched.map(({ variant }) => variant.id),
  );
  return planLevels(matched, levels, columns, findings);
}

/** Plans once more under the levels' locks, and writes: the ledger, the audit and what pages say. */
export async function writeRows(
  tx: Transaction,
  ctx: Context,
  { file: { columns }, rows, fileName }: Batch,
  findings: Findings,
): Promise<PlannedLevel[]> {
  const matched = await matchIn(tx, columns, rows, new Map(), findings);
  const levels: Map<string, StockedLevel> = new Map(
    await readStockLevels(
      tx,
      matched.map(({ variant }) => variant.id),
    ),
  );
  const expected = planLevels(matched, levels, columns, createFindings());
  const variantIds = [...new Set(expected.map(({ variantId }) => variantId))];
  return tellingPages(tx, variantIds, async () => {
    const locked = expected.length === 0 ? [] : await lockLevels(tx, expected);
    for (const level of locked) levels.set(levelKey(level.variantId, level.location), level);
    const known = new Set(expected.map((one) => levelKey(one.variantId, one.location)));
    const changes = planLevels(matched, levels, columns, findings).filter((one) =>
      known.has(levelKey(one.variantId, one.location)),
    );
    await writeMoves(
      tx,
      changes.map(({ variantId, location, from, to }) => ({
        variantId,
        location,
        kind: "adjust",
        onHand: to - from,
        reason: "Import",
        note: fileName.slice(0, 200),
      })),
    );
    await auditAll(
      tx,
      ctx,
      changes.map(({ variantId, location, from, to }) => ({
        action: "UPDATE",
        entityType: "inventory level",
        entityId: variantId,
        before: { onHand: from },
        after: { onHand: to, location, import: fileName },
      })),
    );
    return changes;
  });
}

type Batch = {
  file: Pick<InventoryFile, "columns">;
  rows: readonly InventoryRow[];
  fileName: string;
};

async function matchIn(
  tx: Transaction,
  columns: InventoryFile["columns"],
  rows: readonly InventoryRow[],
  seen: Map<string, number>,
  findings: Findings,
): Promise<ReturnType<typeof matchRows>> {
  const links = new Set(rows.flatMap(({ handle }) => handle ?? []));
  const skus = new Set(rows.flatMap(({ handle, sku }) => (handle === null ? (sku ?? []) : [])));
  const variants = await readStockedVariants(tx, [...links], [...skus]);
  const locations = await readPlaces(tx);
  return matchRows(rows, { variants, locations }, columns, seen, findings);
}
