import type { ShipmentUpdate } from "@vetrina/contract/orders/shipments";
import type { Transaction } from "../../platform/context.ts";
import { invalidField } from "../../platform/errors.ts";
import { returnStock } from "../inventory/return-stock.ts";
import { requireLocation } from "./create-shipment.ts";
import { type ShipmentRow, unitsByItem } from "./shipment-rows.ts";

type Restock = NonNullable<ShipmentUpdate["restock"]>;

/**
 * Puts units of a returned shipment back in stock at a location, and returns how many. Doesn't change units that a
 * refund or cancellation has already put back, or the stock of a test order. The caller holds the order's lock. Throws
 * NOT_FOUND, and VALIDATION_FAILED for more than the shipment had.
 */
export async function restockShipment(
  tx: Transaction,
  shipment: ShipmentRow,
  { location, items }: Restock,
): Promise<number> {
  await requireLocation(tx, location);
  const chosen = chosenUnits(shipment, items);
  const units = [...unitsByVariant(chosen)].map(([variantId, quantity]) => ({
    variantId,
    quantity,
    location,
  }));
  const { id, orderId } = shipment;
  return returnStock(tx, orderId, units, "Shipment returned", { id, units: chosen });
}

type ChosenUnits = { orderItemId: string; variantId: string; quantity: number };

function chosenUnits(shipment: ShipmentRow, items: Restock["items"]): ChosenUnits[] {
  const inParcel = unitsByItem(shipment.lines);
  return (items ?? inParcel).map(({ orderItemId, quantity }, i) => {
    const line = inParcel.find((one) => one.orderItemId === orderItemId);
    if (line === undefined)
      throw invalidField(`restock.items.${i}.orderItemId`, "Choose an item of this shipment.");
    if (line.quantity < quantity)
      throw invalidField(
        `restock.items.${i}.quantity`,
        `The shipment had ${line.quantity} of this item. Restock at most that many.`,
      );
    return { orderItemId, variantId: line.variantId, quantity };
  });
}

function unitsByVariant(chosen: readonly ChosenUnits[]): Map<string, number> {
  const units = new Map<string, number>();
  for (const { variantId, quantity } of chosen)
    units.set(variantId, quantity + (units.get(variantId) ?? 0));
  return units;
}
