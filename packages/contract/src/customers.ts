import { z } from "zod";
import { Email, Id } from "./common.ts";
import { endpoint } from "./endpoint.ts";

export const customers = {
  subscribe: endpoint({
    method: "POST",
    path: "/customers/subscribe/{storeId}",
    summary: "Asks for the newsletter; the address is subscribed once the mail's link is opened.",
    access: { allow: ["public"], limit: 10 },
    store: { by: "store", in: "params", field: "storeId" },
    params: z.object({ storeId: z.string().max(253) }),
    body: z.strictObject({
      email: Email,
      source: z.enum(["newsletter", "coming-soon", "back-in-stock"]).default("newsletter"),
      variantId: Id.optional().meta({ description: "With back-in-stock: the variant waited for." }),
    }),
    response: z.object({ status: z.literal("PENDING") }),
    status: 202,
    errors: ["NOT_FOUND", "RATE_LIMITED"],
    personal: true,
  }),
  confirmSubscription: endpoint({
    method: "POST",
    path: "/customers/subscribe/{storeId}/confirm",
    summary: "Confirms a newsletter subscription by the mail's token.",
    access: { allow: ["public"], limit: 30 },
    store: { by: "store", in: "params", field: "storeId" },
    params: z.object({ storeId: z.string().max(253) }),
    body: z.strictObject({ token: z.string().min(20).max(200) }),
    response: z.object({ status: z.literal("SUBSCRIBED") }),
    errors: ["NOT_FOUND", "RATE_LIMITED"],
    personal: true,
  }),
};
