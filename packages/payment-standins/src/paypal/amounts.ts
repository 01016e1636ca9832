import { exponentOf, fromDecimal, toDecimal } from "../core/money.ts";
import type { Json } from "../core/types.ts";
import { detail, refuse } from "./errors.ts";
import type { Money, PurchaseUnit } from "./tables.ts";

/** Currencies that have decimals in ISO 4217 but not at PayPal. */
const withoutDecimals = new Set(["HUF", "TWD"]);

function exponent(currency: string): number {
  return withoutDecimals.has(currency) ? 0 : Math.min(exponentOf(currency), 2);
}

export function money(minor: number, currency: string): Money {
  return { currency_code: currency, value: toDecimal(minor, currency, exponent(currency)) };
}

/** The integer minor units of an amount in a request. Throws PayPal's error response if the amount is invalid. */
export function minorOf(value: unknown, field: string, allowsZero = false): number {
  const { currency_code: currency, value: text } = (value ?? {}) as Partial<Money>;
  if (typeof currency !== "string" || typeof text !== "string")
    throw refuse(400, detail("MISSING_REQUIRED_PARAMETER", { field, location: "body" }));
  const at = { field: `${field}/value`, value: text, location: "body" };
  if (!/^[A-Z]{3}$/.test(currency))
    throw refuse(
      422,
      detail("INVALID_CURRENCY_CODE", { field: `${field}/currency_code`, value: currency }),
    );
  if (!/^-?\d{0,15}(?:\.\d{1,15})?$/.test(text) || text === "")
    throw refuse(400, detail("INVALID_PARAMETER_VALUE", at));
  const minor = fromDecimal(text, currency, exponent(currency));
  if (minor === null) throw refuse(422, detail("DECIMAL_PRECISION", at));
  if (minor < 0)
    throw refuse(422, detail(allowsZero ? "CANNOT_BE_NEGATIVE" : "CANNOT_BE_ZERO_OR_NEGATIVE", at));
  if (minor === 0 && !allowsZero) throw refuse(422, detail("CANNOT_BE_ZERO_OR_NEGATIVE", at));
  return minor;
}

const added = ["item_total", "tax_total", "shipping", "handling", "insurance"];
const subtracted = ["shipping_discount", "discount"];

/** Checks that a purchase unit's amount is the sum of its breakdown, and that its items add up. Returns the amount. */
export function checkUnit(unit: PurchaseUnit, field: string): number {
  const total = minorOf(unit.amount, `${field}/amount`);
  const { currency_code: currency, breakdown } = unit.amount;
  const items = (unit["items"] ?? []) as Json[];
  if (breakdown !== undefined) {
    const sum = (names: readonly string[]) =>
      names
        .filter((name) => breakdown[name] !== undefined)
        .map((name) => minorOf(breakdown[name], `${field}/amount/breakdown/${name}`, true))
        .reduce((a, b) => a + b, 0);
    if (sum(added) - sum(subtracted) !== total)
      throw refuse(
        422,
        detail("AMOUNT_MISMATCH", { field: `${field}/amount/value`, value: unit.amount.value }),
      );
    if (Object.values(breakdown).some((each) => each.currency_code !== currency))
      throw refuse(422, detail("MULTI_CURRENCY_ORDER", { field: `${field}/amount/breakdown` }));
  }
  if (items.length > 0) checkItems(items, breakdown?.["item_total"], `${field}/items`);
  return total;
}

function checkItems(items: readonly Json[], total: Money | undefined, field: string): void {
  if (total === undefined)
    throw refuse(422, detail("ITEM_TOTAL_REQUIRED", { field: `${field}/unit_amount` }));
  const sum = items
    .map(({ unit_amount: price, quantity }, index) => {
      if (typeof quantity !== "string" || !/^[1-9]\d{0,9}$/.test(quantity))
        throw refuse(
          400,
          detail("INVALID_PARAMETER_VALUE", { field: `${field}/${index}/quantity` }),
        );
      return minorOf(price, `${field}/${index}/unit_amount`, true) * Number(quantity);
    })
    .reduce((a, b) => a + b, 0);
  if (sum !== minorOf(total, field, true))
    throw refuse(
      422,
      detail("ITEM_TOTAL_MISMATCH", { field: `${field}/unit_amount`, value: total.value }),
    );
}
