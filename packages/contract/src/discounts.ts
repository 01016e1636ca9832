import { z } from "zod";
import { Text } from "./common.ts";
import { endpoint } from "./endpoint.ts";
import { DiscountType } from "./enumerations.ts";
import { Amount } from "./money.ts";
import { CartLines } from "./shipping.ts";

export const discounts = {
  validateDiscount: endpoint({
    method: "POST",
    path: "/discounts/validate",
    summary: "Returns what a discount code would take off this cart, or why it doesn't apply.",
    access: { allow: ["public"], limit: 30 },
    store: { by: "store", in: "body", field: "storeId", orHost: true },
    takesCart: true,
    body: z.strictObject({
      storeId: z.string().max(253).optional(),
      code: Text(60, "Enter a code."),
      items: CartLines,
    }),
    response: z.object({
      valid: z.boolean(),
      code: z.string(),
      type: DiscountType.nullable(),
      amount: Amount.meta({ description: "Amount off the subtotal; 0 for free shipping." }),
      freeShipping: z.boolean(),
      message: z.string().meta({ description: "A message for the shopper." }),
    }),
    errors: ["NOT_FOUND", "RATE_LIMITED"],
  }),
};
