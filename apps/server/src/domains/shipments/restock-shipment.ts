import type { ShipmentUpdate } from "@vetrina/contract/shipments";
import type { Transaction } from "../../platform/context.ts";
import { invalidField } from "../../platform/errors.ts";
import { lockLevels, writeMoves } from "../inventory/levels.ts";
import { publishingStock } from "../inventory/shown-stock.ts";
import { requireLocation } from "./create-shipment.ts";
import { type ShipmentRow, unitsByItem } from "./shipment-rows.ts";

type Restock = NonNullable<ShipmentUpdate["restock"]>;

/**
 * Puts units of a returned shipment on sale again at a location. A test order's rehearsal only checks the input. Throws
 * NOT_FOUND, and VALIDATION_FAILED for more than the shipment had.
 */
export async function restockShipment(
  tx: Transaction,
  shipment: ShipmentRow,
  { location, items }: Restock,
  isTest: boolean,
): Promise<void> {
  await requireLocation(tx, location);
  const units = unitsByVariant(shipment, items);
  if (isTest) return;
  const variantIds = [...units.keys()];
  await publishingStock(tx, variantIds, async () => {
    await lockLevels(
      tx,
      variantIds.map((variantId) => ({ variantId, location })),
    );
    await writeMoves(
      tx,
      [...units].map(([variantId, onHand]) => ({
        variantId,
        location,
        kind: "return" as const,
        onHand,
        reason: "Shipment returned",
        referenceId: shipment.id,
        orderId: shipment.orderId,
      })),
    );
  });
}

function unitsByVariant(shipment: ShipmentRow, items: Restock["items"]): Map<string, number> {
  const inParcel = unitsByItem(shipment.lines);
  const chosen = (items ?? inParcel).map(({ orderItemId, quantity }, i) => {
    const line = inParcel.find((one) => one.orderItemId === orderItemId);
    if (line === undefined)
      throw invalidField(`restock.items.${i}.orderItemId`, "Choose an item of this shipment.");
    if (line.quantity < quantity)
      throw invalidField(
        `restock.items.${i}.quantity`,
        `The shipment had ${line.quantity} of it. Use at most as many.`,
      );
    return { variantId: line.variantId, quantity };
  });
  const units = new Map<string, number>();
  for (const { variantId, quantity } of chosen)
    units.set(variantId, quantity + (units.get(variantId) ?? 0));
  return units;
}
