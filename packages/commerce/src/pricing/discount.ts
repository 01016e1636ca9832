import type { DiscountType } from "@vetrina/contract/enumerations";
import type { Minor } from "@vetrina/contract/money";

/** Products and collections, by id. Two empty lists mean all products. */
export type Scope = { products: readonly string[]; collections: readonly string[] };

/** From `quantity` covered units on, `value` replaces the discount's own value. */
export type Tier = { quantity: number; value: number };

/**
 * A buy-X-get-Y discount: for every `buy` covered units, the buyer gets a percentage off `get` units of `scope`. If
 * `scope` is null, these units are of the covered products too.
 */
export type Give = {
  buy: number;
  get: number;
  scope: Scope | null;
  /** How many times it can be applied in one order; null: no limit. */
  times: number | null;
};

/** A discount. A limit that is null doesn't apply. docs/architecture/pricing.md has the rules. */
export type Discount = {
  id: string;
  /** null for an automatic discount, which applies without a code. */
  code: string | null;
  /** The name of an automatic discount, which shoppers see. */
  title: string;
  type: DiscountType;
  /** Basis points for a PERCENTAGE (1000 = 10 percent), minor units for a FIXED_AMOUNT; else unused. */
  value: number;
  scope: Scope;
  excluded: Scope;
  /** Whether lines at a sale price are excluded. */
  excludesSales: boolean;
  /** In ascending order of quantity. If empty, `value` applies to all quantities. */
  tiers: readonly Tier[];
  give: Give | null;
  minimumSubtotal: Minor | null;
  maximumSubtotal: Minor | null;
  minimumQuantity: number | null;
  startsAt: Date | null;
  /** The moment when the discount stops applying. */
  endsAt: Date | null;
  active: boolean;
  usageLimit: number | null;
  used: number;
  usesPerCustomer: number | null;
  /** The customer must have at least one of these tags. Empty: any customer. */
  customerTags: readonly string[];
  firstOrderOnly: boolean;
  /**
   * A discount with a higher number is preferred to those that it can't be combined with, even if it takes off less.
   * Among discounts of one kind, it is applied first.
   */
  priority: number;
  /** Whether the discount can be combined with other discounts that also allow it. */
  combines: boolean;
};

/** The fields of a discount without conditions. */
export const unconditional = {
  scope: { products: [], collections: [] },
  excluded: { products: [], collections: [] },
  excludesSales: false,
  tiers: [],
  give: null,
  minimumSubtotal: null,
  maximumSubtotal: null,
  minimumQuantity: null,
  startsAt: null,
  endsAt: null,
  active: true,
  usageLimit: null,
  used: 0,
  usesPerCustomer: null,
  customerTags: [],
  firstOrderOnly: false,
  priority: 0,
  combines: false,
} as const satisfies Partial<Discount>;

/** The discount's value with this many covered units. */
export function valueFor({ tiers, value }: Discount, units: number): number {
  return tiers.findLast(({ quantity }) => quantity <= units)?.value ?? value;
}

/** The highest percentage that the discount takes off an item, in basis points; null if it isn't a percentage. */
export function mostPercent({ type, tiers, value }: Discount): number | null {
  return type === "PERCENTAGE" ? Math.max(value, ...tiers.map((tier) => tier.value)) : null;
}

/**
 * The known facts about the customer. "unknown" is for a quote before the email is entered, and "none" for an order
 * without email or account. `uses` maps the id of a discount to how often the customer has used it.
 */
export type Buyer =
  | { tags: readonly string[]; hasOrdered: boolean; uses: ReadonlyMap<string, number> }
  | "unknown"
  | "none";

export type DiscountRefusal =
  | "unknown"
  | "inactive"
  | "not-started"
  | "expired"
  | "used-up"
  | "customer"
  | "products"
  | "minimum"
  | "maximum"
  | "minimum-quantity"
  | "combination";

/** Whether a discount applies. `missing` is the amount or number of units by which the covered lines fall short. */
export type DiscountCheck =
  | { ok: true }
  | {
      ok: false;
      reason: Exclude<DiscountRefusal, "minimum" | "minimum-quantity">;
      missing?: undefined;
    }
  | { ok: false; reason: "minimum"; missing: Minor }
  | { ok: false; reason: "minimum-quantity"; missing: number };

/** The part of a cart that a discount covers, before any discount. */
export type Covered = { subtotal: Minor; units: number };

/**
 * Checks a discount's conditions in a fixed order. Doesn't check whether it can be combined with others. Calls
 * `coveredOf` only if needed.
 */
export function checkDiscount(
  discount: Discount,
  { coveredOf, buyer, now }: { coveredOf: () => Covered; buyer: Buyer; now: Date },
): DiscountCheck {
  if (!discount.active) return refused("inactive");
  if (discount.startsAt && now < discount.startsAt) return refused("not-started");
  if (discount.endsAt && now >= discount.endsAt) return refused("expired");
  if (discount.usageLimit !== null && discount.used >= discount.usageLimit)
    return refused("used-up");
  if (!isForBuyer(discount, buyer)) return refused("customer");
  const covered = coveredOf();
  if (covered.units === 0) return refused("products");
  const missing = (discount.minimumSubtotal ?? 0) - covered.subtotal;
  if (missing > 0) return { ok: false, reason: "minimum", missing };
  if (discount.maximumSubtotal !== null && covered.subtotal > discount.maximumSubtotal)
    return refused("maximum");
  const missingUnits =
    Math.max(discount.minimumQuantity ?? 0, discount.tiers[0]?.quantity ?? 0) - covered.units;
  if (missingUnits > 0) return { ok: false, reason: "minimum-quantity", missing: missingUnits };
  return { ok: true };
}

function refused(reason: Exclude<DiscountRefusal, "minimum" | "minimum-quantity">): DiscountCheck {
  return { ok: false, reason };
}

/** Whether the discount has conditions that depend on the buyer: tags, a first order, or a limit per customer. */
export function dependsOnBuyer({
  customerTags,
  firstOrderOnly,
  usesPerCustomer,
}: Pick<Discount, "customerTags" | "firstOrderOnly" | "usesPerCustomer">): boolean {
  return customerTags.length > 0 || firstOrderOnly || usesPerCustomer !== null;
}

function isForBuyer(discount: Discount, buyer: Buyer): boolean {
  if (!dependsOnBuyer(discount)) return true;
  const { id, customerTags, firstOrderOnly, usesPerCustomer } = discount;
  if (buyer === "none") return false;
  if (buyer === "unknown") return customerTags.length === 0;
  return (
    (customerTags.length === 0 || customerTags.some((tag) => buyer.tags.includes(tag))) &&
    !(firstOrderOnly && buyer.hasOrdered) &&
    (usesPerCustomer === null || (buyer.uses.get(id) ?? 0) < usesPerCustomer)
  );
}
