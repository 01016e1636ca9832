import { z } from "zod";
import { Time } from "./common.ts";

/** Integer minor units (cents). All sums inside are of this type; the wire carries major units (commerce/money.ts). */
export type Minor = number;

/** An amount on the wire: a number in major units with as many decimals as the currency has. */
export const Amount = z.number().meta({ description: "Major units of the currency, e.g. 19.99." });
/** Most of any amount, in major units; what of it can be kept depends on the currency's decimals. */
export const maxAmount = 2_147_483_647;
/** An amount a caller sends: not negative. */
export const AmountInput = z.number().min(0).max(maxAmount);
/** ISO 4217, upper case. */
export const Currency = z
  .string()
  .regex(/^[A-Z]{3}$/, "Use the three letters of a currency, such as USD.")
  .meta({ description: "ISO 4217, e.g. USD." });
/** A reduction that ends by itself. */
export const Sale = z.object({ endsAt: Time }).meta({
  id: "Sale",
  description:
    "The running sale. At endsAt prices go back to the regular ones; null where none is reduced or no end is set.",
});
