import { z } from "zod";

/** Integer minor units (cents). All sums inside are of this type; the wire carries major units (commerce/money.ts). */
export type Minor = number;

/** An amount on the wire: a number in major units with as many decimals as the currency has. */
export const Amount = z.number().meta({ description: "Major units of the currency, e.g. 19.99." });
/** An amount a caller sends: not negative, at most ten million. */
export const AmountInput = z.number().min(0).max(10_000_000);
/** ISO 4217, upper case. */
export const Currency = z
  .string()
  .regex(/^[A-Z]{3}$/, "Use the three letters of a currency, such as USD.")
  .meta({ description: "ISO 4217, e.g. USD." });
