import { z } from "zod";
import { Id, Link, OptionalText, Text } from "../common.ts";
import { endpoint } from "../endpoint.ts";
import { Language } from "../enumerations.ts";
import { ProductCard } from "./products.ts";

const Words = z.array(Text(60)).min(1).max(12).meta({
  description:
    "Words, or phrases of at most four words. Each can have at most 120 characters once ligatures and similar characters are spelled out.",
});

/**
 * A group of synonyms. A search for any of `words` also finds the `oneWaySynonyms`, but a search for one of these
 * doesn't find `words`.
 */
const SynonymGroup = z.strictObject({ words: Words, oneWaySynonyms: Words.nullish() });
export const SynonymsInput = z.strictObject({
  groups: z.array(SynonymGroup).max(100).meta({
    description:
      "All groups together can have at most 500 `words` and 30,000 characters. Ligatures and similar characters are spelled out before counting.",
  }),
  disabledBuiltIn: z.array(Text(60)).max(100).optional().meta({
    description: "Names of built-in synonym groups to switch off; unchanged if absent.",
  }),
});
export type SynonymsInput = z.infer<typeof SynonymsInput>;

export const Synonyms = z
  .object({
    groups: z.array(
      z.object({ words: z.array(z.string()), oneWaySynonyms: z.array(z.string()).nullable() }),
    ),
    builtIn: z
      .array(
        z.object({
          name: z.string().meta({ description: "The group's first word." }),
          words: z.array(z.string()),
          isEnabled: z.boolean(),
        }),
      )
      .meta({
        description:
          "The built-in groups of English synonyms that every store uses unless it switches them off.",
      }),
    version: z.int().meta({ description: "0 until the synonyms are first saved." }),
  })
  .meta({ id: "Synonyms" });
export type Synonyms = z.infer<typeof Synonyms>;

export const Suggestions = z
  .object({
    words: z.array(z.string()).meta({
      description:
        "Suggested queries. Each is the query with its last word completed to a word that occurs in the store.",
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
    summary: "Returns search suggestions for a partial query: words, products and collections.",
    access: { allow: ["public"], limit: 600 },
    store: byStore,
    params,
    query: z.object({
      query: OptionalText(200)
        .default("")
        .meta({ description: "An empty query returns no suggestions." }),
      language: Language,
      limit: z.coerce.number().int().min(1).max(10).default(5).meta({
        description: "Maximum number of suggestions of each kind.",
      }),
    }),
    response: Suggestions,
    errors: ["NOT_FOUND", "RATE_LIMITED"],
  }),
  getSynonyms: endpoint({
    method: "GET",
    path: "/products/store/{storeId}/synonyms",
    summary: "Returns the synonyms of the store's search.",
    access: { allow: ["MANAGE_PRODUCTS"] },
    store: byStore,
    params,
    response: Synonyms,
    errors: ["NOT_FOUND"],
  }),
  updateSynonyms: endpoint({
    method: "PUT",
    path: "/products/store/{storeId}/synonyms",
    summary:
      "Replaces all synonyms of the store. Fails if the version sent in If-Match is outdated.",
    access: { allow: ["MANAGE_PRODUCTS"] },
    store: byStore,
    params,
    body: SynonymsInput,
    response: Synonyms,
    errors: ["NOT_FOUND", "EDIT_CONFLICT"],
  }),
};
