import { z } from "zod";
import { Time } from "./common.ts";

/** Integer minor units (cents), used for all calculations. The API uses major units (commerce/money.ts). */
export type Minor = number;

/** An amount in the API: major units with as many decimals as the currency has. */
export const Amount = z.number().meta({ description: "Major units of the currency, e.g. 19.99." });
/** The maximum of AmountInput, in major units. */
export const maxAmount = 2_147_483_647;
/** An amount that a caller sends, which can't be negative. */
export const AmountInput = z.number().min(0).max(maxAmount);
/** An ISO 4217 code in upper case. */
export const Currency = z
  .string()
  .regex(/^[A-Z]{3}$/, "Use a three-letter currency code, such as USD.")
  .meta({ description: "ISO 4217, e.g. USD." });
/** When a price reduction ends automatically. */
export const Sale = z.object({ endsAt: Time }).meta({
  id: "Sale",
  description:
    "The current sale. Prices return to the regular ones at endsAt; null if nothing is on sale or no end is set.",
});
