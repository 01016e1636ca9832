import type { BuyerVatId } from "@vetrina/commerce/pricing/tax-terms";
import { checkVatId } from "@vetrina/commerce/pricing/vat-id";
import type { VatRegister } from "../../platform/vat-register.ts";

/** A VAT ID as a shopper sent it. `problem` is for the shopper; null if the id is valid or none was sent. */
export type SentVatId = { vatId: BuyerVatId | null; problem: string | null };

/**
 * Checks a VAT ID by its form and in the register, which is on another server, so never call this in a transaction. If
 * the register can't be reached, the id stays unverified.
 */
export async function readVatId(
  register: VatRegister,
  text: string | undefined,
): Promise<SentVatId> {
  if (text === undefined || text === "") return { vatId: null, problem: null };
  const check = checkVatId(text);
  if (!check.ok) return { vatId: null, problem: check.message };
  const found = await register.lookUp(check.vatId);
  if (found === "NOT_REGISTERED")
    return { vatId: null, problem: "This VAT ID is not registered. Check its letters and digits." };
  return { vatId: { ...check.vatId, isVerified: found === "REGISTERED" }, problem: null };
}
