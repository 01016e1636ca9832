import type { VatId } from "@vetrina/commerce/pricing/vat-id";

/**
 * Looks up whether a VAT ID is registered, as the EU's VIES does. UNKNOWN: the register gave no answer. An
 * implementation that calls a server must limit its time and return UNKNOWN if the server fails.
 */
export type VatRegister = {
  lookUp(vatId: VatId): Promise<"REGISTERED" | "NOT_REGISTERED" | "UNKNOWN">;
};

/** Calls no register, so every VAT ID of a valid form is accepted and marked as unverified. */
export const offlineVatRegister: VatRegister = {
  lookUp: async () => "UNKNOWN",
};
