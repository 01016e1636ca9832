import { z } from "zod";
import { Id } from "../common.ts";
import { endpoint } from "../endpoint.ts";
import { AmountInput } from "../money.ts";
import { PerformanceEvent } from "../enumerations.ts";

export const analytics = {
  trackEventByOneHour: endpoint({
    method: "POST",
    path: "/analytics/track/hour",
    summary:
      "Adds a shopper's event to the hourly counts of the store and the product. Stores no personal data.",
    access: { allow: ["public"], limit: 240 },
    store: { by: "store", in: "query", field: "storeId", orHost: true },
    query: z.object({ storeId: z.string().max(253).optional() }),
    body: z.strictObject({
      value: AmountInput,
      event: PerformanceEvent,
      productId: Id.nullish(),
    }),
    errors: ["NOT_FOUND", "RATE_LIMITED"],
  }),
};
