import { beginning } from "@vetrina/contract/common";
import { auditAll } from "../../../platform/audit.ts";
import type { Context, Transaction } from "../../../platform/context.ts";
import { lockLevels, writeMoves } from "../../inventory/levels.ts";
import { publishingStock } from "../../inventory/shown-stock.ts";
import { createFindings, type Findings } from "../findings.ts";
import { readLocations } from "../read-locations.ts";
import {
  levelKey,
  matchRows,
  planLevels,
  type PlannedLevel,
  type StockedLevel,
} from "./plan-levels.ts";
import type { InventoryFile, InventoryRow } from "./read-inventory-csv.ts";
import { readStockedVariants, readStockLevels } from "./read-stock.ts";

/**
 * Plans the changes that the rows would make to the current stock. `seen` records the levels that earlier rows refer
 * to.
 */
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

/**
 * Plans again while the levels are locked, then writes the levels, the ledger, the audit entries and the stock events.
 */
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
  return publishingStock(tx, variantIds, async () => {
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
        note: beginning(fileName, 200),
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
  const locations = await readLocations(tx);
  return matchRows(rows, { variants, locations }, columns, seen, findings);
}
