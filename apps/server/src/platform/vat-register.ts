import type { VatId } from "@vetrina/commerce/pricing/vat-id";

/**
 * Says whether a VAT id is registered, as the EU's VIES does. UNKNOWN: it can't say, now or ever. An implementation that
 * asks a server has to bound its time and to answer UNKNOWN when the server fails.
 */
export type VatRegister = {
  lookUp(vatId: VatId): Promise<"REGISTERED" | "NOT_REGISTERED" | "UNKNOWN">;
};

/** Asks no register, so every VAT id of a valid form is accepted and marked as unverified. */
export const offlineVatRegister: VatRegister = {
  lookUp: async () => "UNKNOWN",
};
