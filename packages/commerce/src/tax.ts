import type { Minor } from "@vetrina/contract/money";
import { defaultTaxBasisPoints } from "./constants.ts";
import { allocate, partOf } from "./shares.ts";

/** The tax on a discounted subtotal, rounded half up once for the whole order. */
export function taxOf(taxable: Minor, rateBasisPoints: number = defaultTaxBasisPoints): Minor {
  return partOf(taxable, rateBasisPoints);
}

/** Spreads an order's tax over its lines' taxable amounts by largest remainder; adds up to the tax. */
export function allocateTax(tax: Minor, lineTaxables: readonly Minor[]): Minor[] {
  return allocate(tax, lineTaxables);
}
