import { z } from "zod";
import { Id, Link, OptionalText, Text } from "./common.ts";
import { endpoint } from "./endpoint.ts";
import { Language } from "./enumerations.ts";
import { ProductCard } from "./products.ts";

const Words = z
  .array(Text(60))
  .min(1)
  .max(12)
  .meta({ description: "Words or phrases of at most four words." });

/** Words that find each other; with `finds` a search for any of `words` finds those, and not the other way round. */
const SynonymGroup = z.strictObject({ words: Words, finds: Words.nullish() });
export const SynonymsInput = z.strictObject({
  groups: z.array(SynonymGroup).max(100).meta({
    description: "At most 500 `words` in all groups together.",
  }),
  builtInOff: z.array(Text(60)).max(100).optional().meta({
    description: "Built-in groups the store does without, by their names; as it is where absent.",
  }),
});
export type SynonymsInput = z.infer<typeof SynonymsInput>;

export const Synonyms = z
  .object({
    groups: z.array(
      z.object({ words: z.array(z.string()), finds: z.array(z.string()).nullable() }),
    ),
    builtIn: z
      .array(
        z.object({
          name: z.string().meta({ description: "Its first word." }),
          words: z.array(z.string()),
          isOn: z.boolean(),
        }),
      )
      .meta({ description: "What every search in English knows, unless the store does without." }),
    version: z.int().meta({ description: "0 before they are first written." }),
  })
  .meta({ id: "Synonyms" });
export type Synonyms = z.infer<typeof Synonyms>;

export const Suggestions = z
  .object({
    words: z.array(z.string()).meta({
      description:
        "The text with its last word completed by words of the store that find something.",
    }),
    products: z.array(ProductCard),
    collections: z.array(z.object({ id: Id, link: Link, name: z.string() })),
  })
  .meta({ id: "Suggestions" });
export type Suggestions = z.infer<typeof Suggestions>;

const byStore = { by: "store", in: "params", field: "storeId" } as const;
const params = z.object({ storeId: z.string().max(253) });

export const search = {
  listSuggestions: endpoint({
    method: "GET",
    path: "/products/store/{storeId}/suggestions",
    summary: "What a search field offers for what is typed so far: words, products, collections.",
    access: { allow: ["public"], limit: 600 },
    store: byStore,
    params,
    query: z.object({
      query: OptionalText(200).default("").meta({ description: "Empty: nothing is offered." }),
      language: Language,
      limit: z.coerce.number().int().min(1).max(10).default(5).meta({
        description: "Of each.",
      }),
    }),
    response: Suggestions,
    errors: ["NOT_FOUND", "RATE_LIMITED"],
  }),
  getSynonyms: endpoint({
    method: "GET",
    path: "/products/store/{storeId}/synonyms",
    summary: "Words that stand for one another in the store's search.",
    access: { allow: ["MANAGE_PRODUCTS"] },
    store: byStore,
    params,
    response: Synonyms,
    errors: ["NOT_FOUND"],
  }),
  updateSynonyms: endpoint({
    method: "PUT",
    path: "/products/store/{storeId}/synonyms",
    summary: "Writes the synonyms as a whole; with If-Match only over that version.",
    access: { allow: ["MANAGE_PRODUCTS"] },
    store: byStore,
    params,
    body: SynonymsInput,
    response: Synonyms,
    errors: ["NOT_FOUND", "EDIT_CONFLICT"],
  }),
};
