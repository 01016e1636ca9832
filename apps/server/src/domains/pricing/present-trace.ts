import { isUuid } from "@vetrina/contract/common";
import { toMajor } from "@vetrina/commerce/money";
import type { TraceStep } from "@vetrina/commerce/pricing/price-cart";
import type { PriceStep } from "@vetrina/contract/pricing/shipping";

/** A step of a price trace other than a line. Quotes and orders show these steps, and orders store them. */
export type KeptStep = Exclude<TraceStep, { kind: "LINE" }>;

export function keptSteps(trace: readonly TraceStep[]): KeptStep[] {
  return trace.filter((step) => step.kind !== "LINE");
}

export function presentTrace(trace: readonly KeptStep[], currency: string): PriceStep[] {
  const major = (minor: number) => toMajor(minor, currency);
  return trace.map((step) => {
    const { kind } = step;
    switch (kind) {
      case "DISCOUNT":
        return {
          ...empty,
          kind,
          label: step.code ?? step.title,
          amount: major(-step.amount),
          shares: step.shares.map((share) => major(-share)),
          // Discounts that staff add to a draft order are not rows of the store's discounts and have no UUID.
          discountId: isUuid(step.id) ? step.id : null,
          offShipping: major(step.offShipping),
        };
      case "SHIPPING":
        return { ...empty, kind, amount: major(step.amount), reason: step.reason };
      case "TAX": {
        const [amount, included] = step.isIncluded ? [0, step.amount] : [step.amount, 0];
        return {
          ...empty,
          kind,
          label: step.name,
          amount: major(amount),
          included: major(included),
          shares: step.shares.map(major),
          percent: step.basisPoints / 100,
          jurisdiction: step.jurisdiction,
          base: major(step.base),
        };
      }
      case "REVERSE_CHARGE":
        return { ...empty, kind, isVerified: step.isVerified };
      default:
        return step satisfies never;
    }
  });
}

const empty = {
  label: "",
  amount: 0,
  shares: [],
  discountId: null,
  offShipping: 0,
  percent: null,
  jurisdiction: null,
  isVerified: null,
  base: null,
  included: 0,
  reason: null,
};
