import { z } from "zod";
import { Id } from "../common.ts";
import { endpoint } from "../endpoint.ts";
import { LanguageCode } from "../enumerations.ts";

/** A sentence in the store's texts that contradicts its shipping settings. */
export const ShippingTextFinding = z
  .object({
    source: z.enum(["STORE", "POLICY", "PRODUCT", "COLLECTION"]),
    id: Id.meta({
      description: "The id of the policy, product or collection; for other texts, the store's id.",
    }),
    name: z.string().meta({ description: "The title or name of that entity." }),
    field: z.string().meta({ description: "Where the text is, such as help.faq.2.text." }),
    language: LanguageCode.nullable().meta({
      description: "The language of the translation; null for the store's default language.",
    }),
    kind: z.enum(["FREE_SHIPPING", "PRICE", "DAYS"]),
    sentence: z.string(),
    claim: z.string().meta({ description: "The amount or days in the sentence, such as $80." }),
    settings: z.array(z.string()).meta({
      description: "The values in the store's shipping settings, such as $100.00. At most 20.",
    }),
  })
  .meta({ id: "ShippingTextFinding" });
export type ShippingTextFinding = z.infer<typeof ShippingTextFinding>;

export const shippingTexts = {
  checkShippingTexts: endpoint({
    method: "GET",
    path: "/shipping/text-check/store/{storeId}",
    summary:
      "Finds sentences whose amounts or business days contradict the store's shipping settings. Checks policies, the home page, banners, help pages, descriptions of products and collections, and all their translations.",
    access: { allow: ["MANAGE_SETTINGS"], limit: 6 },
    store: { by: "store", in: "params", field: "storeId" },
    params: z.object({ storeId: z.string().max(253) }),
    response: z.object({
      items: z.array(ShippingTextFinding).meta({ description: "At most 200." }),
      isComplete: z.boolean().meta({
        description:
          "false if there were more findings than listed, or more texts than one call checks.",
      }),
    }),
    errors: ["NOT_FOUND", "RATE_LIMITED"],
  }),
};
