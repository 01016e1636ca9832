import { readAmount } from "@vetrina/commerce/money";
import { type Discount, unconditional } from "@vetrina/commerce/pricing/discount";
import type { DiscountInput } from "@vetrina/contract/pricing/discounts";
import { invalidField } from "../../platform/errors.ts";

export type DiscountPlan = Omit<Discount, "id" | "used"> & { hasUniqueCodes: boolean };

/**
 * Converts a discount to minor units and basis points. Throws VALIDATION_FAILED, with the field and what to do, if the
 * discount is invalid or could never apply.
 */
export function planDiscount(input: DiscountInput, currency: string): DiscountPlan {
  requireKind(input);
  requireConditions(input);
  const amount = (major: number | null, path: string) =>
    major === null ? null : minorOf(major, path, currency);
  const { products, collections, excludedProducts, excludedCollections, give } = input;
  return {
    ...unconditional,
    code: input.code,
    title: input.title,
    hasUniqueCodes: input.hasUniqueCodes,
    type: input.type,
    value: input.tiers.length > 0 ? 0 : valueOf(input, input.value, "value", currency),
    scope: { products, collections },
    excluded: { products: excludedProducts, collections: excludedCollections },
    excludesSales: input.excludesSales,
    tiers: input.tiers.map(({ quantity, value }, i) => ({
      quantity,
      value: valueOf(input, value, `tiers.${i}.value`, currency),
    })),
    give: give && {
      buy: give.buy,
      get: give.get,
      scope: { products: give.products, collections: give.collections },
      times: give.times,
    },
    minimumSubtotal: amount(input.minimumSubtotal, "minimumSubtotal"),
    maximumSubtotal: amount(input.maximumSubtotal, "maximumSubtotal"),
    minimumQuantity: input.minimumQuantity,
    startsAt: input.startsAt === null ? null : new Date(input.startsAt),
    endsAt: input.endsAt === null ? null : new Date(input.endsAt),
    usageLimit: input.usageLimit,
    usesPerCustomer: input.usesPerCustomer,
    customerTags: input.customerTags,
    firstOrderOnly: input.firstOrderOnly,
    priority: input.priority,
    combines: input.combines,
    active: input.isActive,
  };
}

/** Returns basis points for a percentage, otherwise minor units. */
function valueOf({ type }: DiscountInput, value: number, path: string, currency: string): number {
  if (type === "FREE_SHIPPING") {
    if (value !== 0) throw invalidField(path, "A free-shipping discount has no value. Send 0.");
    return 0;
  }
  if (value === 0)
    throw invalidField(path, "A discount of 0 takes nothing off. Send a greater value.");
  if (type === "FIXED_AMOUNT") return minorOf(value, path, currency);
  if (value > 100) throw invalidField(path, "Send at most 100 percent.");
  const basisPoints = Math.round(value * 100);
  if (Math.abs(basisPoints / 100 - value) > 1e-9)
    throw invalidField(path, "Use a percentage with at most two decimals.");
  return basisPoints;
}

function minorOf(major: number, path: string, currency: string): number {
  const read = readAmount(major, currency);
  if ("problem" in read) throw invalidField(path, read.problem);
  return read.minor;
}

function requireKind({ code, hasUniqueCodes, title, type, tiers, give }: DiscountInput): void {
  if (code !== null && hasUniqueCodes)
    throw invalidField(
      "hasUniqueCodes",
      "Send a code, or set hasUniqueCodes to true, but not both.",
    );
  if (code === null && !hasUniqueCodes && title === "")
    throw invalidField("title", "Enter the title that shoppers see for this automatic discount.");
  if (give !== null && type !== "PERCENTAGE")
    throw invalidField(
      "give",
      "Buy X get Y needs the type PERCENTAGE. Send a value of 100 for free units.",
    );
  if (tiers.length > 0 && (give !== null || type === "FREE_SHIPPING"))
    throw invalidField(
      "tiers",
      "Tiers work only with the types PERCENTAGE and FIXED_AMOUNT, and not with buy X get Y. Leave them out.",
    );
  const disordered = tiers.findIndex(
    ({ quantity }, i) => quantity <= (tiers[i - 1]?.quantity ?? 0),
  );
  if (disordered > 0)
    throw invalidField(
      `tiers.${disordered}.quantity`,
      "Sort the tiers: each quantity must be greater than the previous one.",
    );
}

function requireConditions(input: DiscountInput): void {
  const { startsAt, endsAt, minimumSubtotal, maximumSubtotal, usageLimit, usesPerCustomer } = input;
  if (startsAt !== null && endsAt !== null && Date.parse(endsAt) <= Date.parse(startsAt))
    throw invalidField("endsAt", "The end must be after the start. Send a later end.");
  if (minimumSubtotal !== null && maximumSubtotal !== null && minimumSubtotal > maximumSubtotal)
    throw invalidField(
      "minimumSubtotal",
      "The minimum is greater than the maximum. Send a lower minimum.",
    );
  if (maximumSubtotal === 0)
    throw invalidField(
      "maximumSubtotal",
      "The maximum can't be 0. Send a value greater than 0, or null for no maximum.",
    );
  if (usageLimit !== null && usesPerCustomer !== null && usesPerCustomer > usageLimit)
    throw invalidField(
      "usesPerCustomer",
      "The limit per customer is greater than usageLimit. Send at most usageLimit.",
    );
  const { products, collections, excludedProducts, excludedCollections, give } = input;
  requireLeft("excludedProducts", products, excludedProducts, collections.length > 0);
  requireLeft("excludedCollections", collections, excludedCollections, products.length > 0);
  if (give === null) return;
  requireLeft("give.products", give.products, excludedProducts, give.collections.length > 0);
  requireLeft("give.collections", give.collections, excludedCollections, give.products.length > 0);
}

/** Throws if the exclusions leave nothing that the discount covers or gives. */
function requireLeft(
  path: string,
  named: readonly string[],
  excluded: readonly string[],
  isElsewhere: boolean,
): void {
  if (named.length > 0 && !isElsewhere && named.every((id) => excluded.includes(id)))
    throw invalidField(
      path,
      `Everything that is ${path.startsWith("give") ? "given" : "covered"} is also excluded. Remove at least one exclusion.`,
    );
}
