import { addressErrors } from "@vetrina/commerce/addresses/address-errors";
import { taxTermsFor } from "@vetrina/commerce/pricing/tax-terms";
import type { Address } from "@vetrina/contract/common";
import type { orderSelfService } from "@vetrina/contract/orders/order-self-service";
import { audit } from "../../../platform/audit.ts";
import type { Context, Transaction } from "../../../platform/context.ts";
import { sql } from "../../../platform/database/sql.ts";
import { ApiFailure } from "../../../platform/errors.ts";
import type { Handler } from "../../../platform/http/routes.ts";
import { enqueueChangedByBuyer } from "../../order-records/mails.ts";
import { writeAddresses } from "../../order-records/order-states.ts";
import { changesReverseCharge, destinationsOf } from "../../order-records/plan-destination.ts";
import type { OrderRow } from "../../order-records/present-order.ts";
import { recordEvent } from "../../order-records/record-event.ts";
import { requireAddress, normalizeAddress } from "../../pricing/require-address.ts";
import { regionTo } from "../../shipping/read-rates.ts";
import { readTaxFacts } from "../../taxes/read-tax-terms.ts";
import { readOrderDetails } from "../read-order-details.ts";
import { lockChangeable, notChangeable } from "./require-changeable.ts";

/**
 * Changes only the shipping address; the billing address and an issued invoice stay unchanged. Throws VALIDATION_FAILED
 * for an incomplete address, and INVALID_TRANSITION if picking has started or shipping or tax would differ.
 */
export const changeShippingAddress: Handler<typeof orderSelfService.changeShippingAddress> = (
  ctx,
  { id, body },
) =>
  ctx.tx(async (tx) => {
    const order = await lockChangeable(tx, ctx, id);
    requireComplete(body);
    const address = normalizeAddress(body, "");
    if (order.pickup === null) await requireAddress(tx, ctx.store, address, "");
    await requireSameTerms(tx, ctx, order, address);
    if (JSON.stringify(partsOf(address)) !== JSON.stringify(partsOf(order.shipping_address))) {
      const { billing_address } = order;
      await writeAddresses(tx, id, { shipping_address: address, billing_address });
      const changed = ["shippingAddress"];
      await recordEvent(tx, ctx, id, { kind: "address-changed", data: { changed } });
      await audit(tx, ctx, {
        action: "UPDATE",
        entityType: "order",
        entityId: id,
        after: { changed },
      });
      await enqueueChangedByBuyer(tx, order, { items: {}, address: order.shipping_address });
    }
    return readOrderDetails(tx, ctx, id);
  });

/** Throws VALIDATION_FAILED with all missing and malformed parts of the address. */
function requireComplete(address: Address): void {
  const errors = addressErrors(address);
  if (errors.length > 0)
    throw new ApiFailure("VALIDATION_FAILED", errors[0]?.message ?? "", errors);
}

/**
 * Throws INVALID_TRANSITION if shipping or tax differ from those of the old address or, if there is none, of the
 * store's country. Pickup orders are taxed at the pickup location, so every address is allowed.
 */
async function requireSameTerms(
  tx: Transaction,
  ctx: Context,
  order: OrderRow,
  after: Address,
): Promise<void> {
  if (order.pickup !== null) return;
  const before = order.shipping_address ?? { country: ctx.store.country };
  // An express order without an address is priced for a destination that is stored only with its payment.
  const isKnown = order.shipping_address !== null || !order.is_express;
  const isSame =
    isKnown &&
    before.country === after.country &&
    (await regionOf(tx, before)) === (await regionOf(tx, after)) &&
    (await isTaxedAlike(tx, ctx, before, after)) &&
    !changesReverseCharge(order, await destinationsOf(tx, ctx, order, after));
  if (isSame) return;
  throw notChangeable(
    order,
    "OTHER_TERMS",
    "Shipping or tax may be different at this address. Cancel this order and place it again with the new address.",
  );
}

type Place = Pick<Address, "country" | "region" | "postalCode">;

async function regionOf(tx: Transaction, address: Place): Promise<string | null> {
  const { country, region, postalCode } = address;
  const query = regionTo(sql`${tx.storeId}`, sql`${country}`, {
    country,
    place: { region, postalCode },
  });
  const row = await tx.row<{ id: string | null }>(sql`select (${query}) as id`);
  return row?.id ?? null;
}

async function isTaxedAlike(
  tx: Transaction,
  { store, now }: Context,
  before: Place,
  after: Place,
): Promise<boolean> {
  const facts = await readTaxFacts(tx, store, {
    places: [before, after],
    classes: null,
    now: now(),
  });
  const termsAt = ({ country, region = "", postalCode = "" }: Place) =>
    taxTermsFor({
      ...facts,
      destination: { country, region, postalCode },
      isPickup: false,
      vatId: null,
    });
  return JSON.stringify(termsAt(before)) === JSON.stringify(termsAt(after));
}

function partsOf(address: Address | null): [string, unknown][] {
  const parts = Object.entries(address ?? {}).filter(([, value]) => value !== "");
  return parts.toSorted(([one], [other]) => (one < other ? -1 : 1));
}
