import { checkVatId } from "@vetrina/commerce/pricing/vat-id";
import { vatAreaOf } from "@vetrina/commerce/pricing/vat-area";
import type { TaxSettings, taxes } from "@vetrina/contract/pricing/taxes";
import { audit } from "../../platform/audit.ts";
import { lockStore } from "../../platform/database/lock-store.ts";
import { sql } from "../../platform/database/sql.ts";
import { requireFresh } from "../../platform/edit-conflict.ts";
import { invalidField } from "../../platform/errors.ts";
import type { Handler } from "../../platform/http/routes.ts";
import { catalogueChanged } from "../../platform/jobs/catalogue-changed.ts";
import { enqueue } from "../../platform/jobs/enqueue.ts";
import { readTaxSettings } from "./tax-rows.ts";

/**
 * Changes the fields sent. Throws VALIDATION_FAILED for reverse charge if the store isn't in the EU or has no VAT ID
 * from its own country, and EDIT_CONFLICT.
 */
export const updateTaxSettings: Handler<typeof taxes.updateTaxSettings> = (ctx, { body }) =>
  ctx.tx(async (tx) => {
    await lockStore(tx);
    const present = await readTaxSettings(tx);
    await requireFresh(tx, ctx, "store", present.version, async () => present);
    const next = {
      pricesIncludeTax: body.pricesIncludeTax ?? present.pricesIncludeTax,
      taxesShipping: body.taxesShipping ?? present.taxesShipping,
      hasHomeRatesInEu: body.hasHomeRatesInEu ?? present.hasHomeRatesInEu,
      hasReverseCharge: body.hasReverseCharge ?? present.hasReverseCharge,
      acceptsUnverifiedVatIds: body.acceptsUnverifiedVatIds ?? present.acceptsUnverifiedVatIds,
      vatId: body.vatId === undefined ? present.vatId : body.vatId,
    };
    const vatId = ownVatId(next.vatId);
    requireReverseCharge(next, vatId?.country ?? null, ctx.store.country);
    await tx.run(sql`
      update shop.tax_settings set prices_include_tax = ${next.pricesIncludeTax}, taxes_shipping = ${next.taxesShipping},
        has_home_rates_in_eu = ${next.hasHomeRatesInEu}, has_reverse_charge = ${next.hasReverseCharge},
        accepts_unverified_vat_ids = ${next.acceptsUnverifiedVatIds}, vat_id = ${vatId?.vatId ?? null}, version = version + 1, updated_at = ${ctx.now()}
      where store_id = ${tx.storeId}`);
    const changed = await readTaxSettings(tx);
    await audit(tx, ctx, {
      action: "UPDATE",
      entityType: "tax settings",
      entityId: tx.storeId,
      before: present,
      after: changed,
    });
    await enqueue(tx, catalogueChanged, { tags: ["store"] });
    return changed;
  });

function ownVatId(text: string | null) {
  if (text === null || text === "") return null;
  const check = checkVatId(text);
  if (!check.ok) throw invalidField("vatId", check.message);
  return check.vatId;
}

function requireReverseCharge(
  { hasReverseCharge }: Pick<TaxSettings, "hasReverseCharge">,
  ofVatId: string | null,
  country: string,
): void {
  if (!hasReverseCharge) return;
  const area = vatAreaOf({ country, postalCode: "" });
  if (area === null)
    throw invalidField("hasReverseCharge", "Reverse charge is for stores in the EU. Send false.");
  if (ofVatId !== area)
    throw invalidField(
      "vatId",
      `Reverse charge requires the store's own VAT ID from ${area}. Send that VAT ID too.`,
    );
}
