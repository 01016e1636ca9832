import type { DiscountType } from "@vetrina/contract/enumerations";
import type { Minor } from "@vetrina/contract/money";
import type { Application, DiscountedLine } from "./apply-discounts.ts";
import { chooseDiscounts, freesShipping } from "./choose-discounts.ts";
import type { Buyer, Discount, DiscountCheck } from "./discount.ts";
import { allocate } from "./shares.ts";
import {
  type Parcel,
  priceShipping,
  type RatePrice,
  type ShippingReason,
} from "./shipping-price.ts";
import { type AppliedRate, jurisdictionOf, taxOf, taxRateFor, type TaxTerms } from "./tax.ts";

/** A line of a cart, in minor units. */
export type PricedLine = {
  price: Minor;
  quantity: number;
  /** The price once the sale has ended; null or missing: not on sale. */
  regularPrice?: Minor | null;
  /** When the sale ends; null or missing: the sale has no end. */
  saleEndsAt?: Date | null;
  productId?: string;
  /** Ids of the product's collections. */
  collections?: readonly string[];
  /** The weight of one unit, in grams. */
  weight?: number | null;
  /** Empty or missing for the standard class. */
  taxClass?: string;
};

export type Cart = {
  lines: readonly PricedLine[];
  /** The automatic discounts, and those whose codes were sent. */
  discounts: readonly Discount[];
  buyer: Buyer;
  rate: RatePrice | null;
  tax: TaxTerms;
  now: Date;
};

/** A line's amounts. Refunds split them with shareOfUnits. */
export type LineTotals = {
  unitPrice: Minor;
  /** unitPrice * quantity. */
  total: Minor;
  discount: Minor;
  /** Tax added to the discounted total. */
  tax: Minor;
  /** Tax that the discounted total includes. */
  taxIncluded: Minor;
};

/** A step of the calculation. `shares` has one value per line, in the order of the lines. */
export type TraceStep =
  | {
      kind: "LINE";
      line: number;
      unitPrice: Minor;
      quantity: number;
      amount: Minor;
      hasSaleEnded: boolean;
    }
  | {
      kind: "DISCOUNT";
      id: string;
      code: string | null;
      title: string;
      type: DiscountType;
      amount: Minor;
      shares: Minor[];
      /** The amount taken off the price of shipping. */
      offShipping: Minor;
    }
  | { kind: "SHIPPING"; amount: Minor; reason: ShippingReason | "DISCOUNT" }
  | {
      kind: "TAX";
      name: string;
      /** Where the tax is due, such as IT or US-CA. */
      jurisdiction: string;
      basisPoints: number;
      isIncluded: boolean;
      base: Minor;
      amount: Minor;
      shares: Minor[];
      shippingShare: Minor;
    }
  | { kind: "REVERSE_CHARGE"; isVerified: boolean };

/** A cart's amounts. subtotal - discount + shipping + tax = total, always. */
export type Totals = {
  subtotal: Minor;
  discount: Minor;
  shipping: Minor;
  /** Tax added to prices and to shipping. */
  tax: Minor;
  /** Tax included in the other amounts. */
  taxIncluded: Minor;
  /** The part of tax or taxIncluded that is for shipping. */
  shippingTax: Minor;
  total: Minor;
  /**
   * In the order of the cart's lines. Their totals add up to `subtotal`, and their discounts to `discount`. Their taxes
   * and `shippingTax` add up to `tax`, or to `taxIncluded` if prices include tax.
   */
  lines: LineTotals[];
  /** The discounts that take something off, and those with a code, in the order in which they were applied. */
  used: Discount[];
  /** The data that the price of shipping was calculated from. */
  parcel: Parcel;
  /** Whether each of the cart's discounts is used, by the discount's id. */
  checks: ReadonlyMap<string, DiscountCheck>;
  trace: TraceStep[];
};

/** The largest subtotal that can be priced. It leaves room for tax and shipping below 2^53. */
export const maximumSubtotal: Minor = 2 ** 51;

/**
 * Prices a cart by the rules in docs/architecture/pricing.md. Throws RangeError for amounts that are not integers or
 * are out of range.
 */
export function priceCart(cart: Cart): Totals {
  const { rate, tax: terms } = cart;
  const lines = cart.lines.map((line) => readLine(line, cart));
  const subtotal = sum(lines, ({ total }) => total);
  // A sum above 2^53 is no longer exact, but it is certainly above the maximum.
  if (subtotal > maximumSubtotal) throw new RangeError("The subtotal exceeds the maximum amount.");

  const weight = sum(lines, ({ weight, quantity }) => weight * quantity);
  const shippingRate = terms.isShippingTaxed ? taxRateFor(terms) : null;
  const parcelOf = (discounted: Minor) => ({ subtotal: discounted, weight });
  const shippingFor = (discounted: Minor) =>
    rate === null || lines.length === 0
      ? { amount: 0, reason: "PRICE" as const }
      : shippingOf(rate, parcelOf(discounted), terms);
  const { applied, checks } = chooseDiscounts(lines, cart.discounts, {
    buyer: cart.buyer,
    now: cart.now,
    restOf: (discounted, isFree) => discounted + (isFree ? 0 : shippingFor(discounted).amount),
  });

  const discount = sum(applied, ({ amount }) => amount);
  const discounted = subtotal - discount;
  const regular = shippingFor(discounted);
  const isFree = freesShipping(applied);
  const shipping = isFree ? 0 : regular.amount;
  const discounts = stepsOf(applied, regular.amount);
  const nets = lines.map((line, index) => line.total - sharesOf(applied, index));
  const taxes = taxSteps(lines, nets, shipping, shippingRate, terms);
  const added = taxes.filter((step) => !step.isIncluded);
  const included = taxes.filter((step) => step.isIncluded);
  const tax = sum(added, ({ amount }) => amount);
  const total = discounted + shipping + tax;
  if (!Number.isSafeInteger(total)) throw new RangeError("The total exceeds the maximum amount.");

  return {
    subtotal,
    discount,
    shipping,
    tax,
    taxIncluded: sum(included, ({ amount }) => amount),
    shippingTax: sum(taxes, ({ shippingShare }) => shippingShare),
    total,
    lines: lines.map((line, index) => ({
      unitPrice: line.unitPrice,
      total: line.total,
      discount: line.total - (nets[index] ?? 0),
      tax: sum(added, ({ shares }) => shares[index] ?? 0),
      taxIncluded: sum(included, ({ shares }) => shares[index] ?? 0),
    })),
    used: discounts.map(({ discount }) => discount),
    parcel: parcelOf(discounted),
    checks,
    trace: [
      ...lines.map((line, index) => lineStep(line, index)),
      ...discounts.map(({ step }) => step),
      ...(rate !== null && lines.length > 0
        ? [
            {
              kind: "SHIPPING" as const,
              amount: shipping,
              reason: isFree && regular.amount > 0 ? ("DISCOUNT" as const) : regular.reason,
            },
          ]
        : []),
      ...taxes,
      ...(terms.reverseCharge === null
        ? []
        : [{ kind: "REVERSE_CHARGE" as const, ...terms.reverseCharge }]),
    ],
  };
}

/** The price of shipping at a rate, before discounts on shipping. */
export function shippingOf(
  rate: RatePrice,
  parcel: Parcel,
  terms: TaxTerms,
): { amount: Minor; reason: ShippingReason } {
  const { amount, reason } = priceShipping(rate, parcel);
  const taxRate = terms.isShippingTaxed ? taxRateFor(terms) : null;
  return { amount: netOf(amount, taxRate, terms), reason };
}

type ReadLine = DiscountedLine & {
  weight: number;
  taxRate: AppliedRate | null;
  hasSaleEnded: boolean;
};

function readLine(line: PricedLine, { tax, now }: Cart): ReadLine {
  const { price, quantity, regularPrice = null, saleEndsAt = null, collections = [] } = line;
  const hasSaleEnded = regularPrice !== null && saleEndsAt !== null && saleEndsAt <= now;
  const current = hasSaleEnded ? regularPrice : price;
  if (!Number.isSafeInteger(current) || current < 0)
    throw new RangeError(`The price ${current} is not an amount in minor units.`);
  if (!Number.isSafeInteger(quantity) || quantity < 1)
    throw new RangeError(`The quantity ${quantity} is not a whole number above 0.`);
  const taxRate = taxRateFor(tax, line.taxClass);
  const unitPrice = netOf(current, taxRate, tax);
  const total = unitPrice * quantity;
  if (total > maximumSubtotal)
    throw new RangeError("The total of a line exceeds the maximum amount.");
  return {
    unitPrice,
    quantity,
    total,
    isOnSale: !hasSaleEnded && regularPrice !== null && regularPrice > price,
    productId: line.productId,
    collections,
    weight: line.weight ?? 0,
    taxRate,
    hasSaleEnded,
  };
}

/** Under reverse charge, takes the tax out of a price that includes tax. Otherwise returns the price unchanged. */
function netOf(amount: Minor, rate: AppliedRate | null, terms: TaxTerms): Minor {
  if (terms.reverseCharge === null || !terms.isIncluded || rate === null) return amount;
  return amount - taxOf(amount, rate.basisPoints, true);
}

function lineStep({ unitPrice, quantity, total, hasSaleEnded }: ReadLine, line: number): TraceStep {
  return { kind: "LINE", line, unitPrice, quantity, amount: total, hasSaleEnded };
}

type DiscountStep = Extract<TraceStep, { kind: "DISCOUNT" }>;

/** The steps of the discounts. Leaves out automatic discounts that take nothing off. */
function stepsOf(
  applied: readonly Application[],
  shipping: Minor,
): { discount: Discount; step: DiscountStep }[] {
  let left = shipping;
  return applied.flatMap(({ discount, amount, shares }) => {
    const offShipping = discount.type === "FREE_SHIPPING" ? left : 0;
    left -= offShipping;
    if (amount === 0 && offShipping === 0 && discount.code === null) return [];
    const { id, code, title, type } = discount;
    const step = { kind: "DISCOUNT" as const, id, code, title, type, amount, shares, offShipping };
    return [{ discount, step }];
  });
}

type TaxStep = Extract<TraceStep, { kind: "TAX" }>;

/**
 * Returns a step for each tax rate above 0 percent, in the order in which the lines and then shipping use the rates.
 * The tax of each step is rounded only once.
 */
function taxSteps(
  lines: readonly ReadLine[],
  nets: readonly Minor[],
  shipping: Minor,
  shippingRate: AppliedRate | null,
  terms: TaxTerms,
): TaxStep[] {
  const { isIncluded, reverseCharge } = terms;
  if (reverseCharge !== null) return [];
  const rates = new Map<string, AppliedRate>();
  for (const rate of [...lines.map(({ taxRate }) => taxRate), shippingRate])
    if (rate !== null && rate.basisPoints > 0) rates.set(rate.id, rate);
  return [...rates.values()].flatMap((rate) => {
    const weights = lines.map(({ taxRate }, index) =>
      taxRate?.id === rate.id ? (nets[index] ?? 0) : 0,
    );
    const ofShipping = shippingRate?.id === rate.id ? shipping : 0;
    const base = sum(weights, (weight) => weight) + ofShipping;
    if (base === 0) return [];
    const amount = taxOf(base, rate.basisPoints, isIncluded);
    const shares = allocate(amount, [...weights, ofShipping]);
    const { name, basisPoints } = rate;
    const jurisdiction = jurisdictionOf(terms, rate);
    const shippingShare = shares.pop() ?? 0;
    const step = {
      name,
      jurisdiction,
      basisPoints,
      isIncluded,
      base,
      amount,
      shares,
      shippingShare,
    };
    return [{ kind: "TAX", ...step }];
  });
}

function sharesOf(applied: readonly Application[], index: number): Minor {
  return sum(applied, ({ shares }) => shares[index] ?? 0);
}

function sum<T>(items: readonly T[], amountOf: (item: T) => number): number {
  return items.reduce((all, item) => all + amountOf(item), 0);
}
