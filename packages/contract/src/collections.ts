import { z } from "zod";
import { Id, Image, Limit, Link, listOf, Page } from "./common.ts";
import { endpoint } from "./endpoint.ts";

export const Collection = z
  .object({
    id: Id,
    link: Link,
    name: z.string(),
    description: z.string(),
    image: Image.nullable(),
    productCount: z.int(),
  })
  .meta({ id: "Collection" });
export type Collection = z.infer<typeof Collection>;

export const collections = {
  listCollections: endpoint({
    method: "GET",
    path: "/collections/store/{storeId}",
    summary: "The store's published collections.",
    access: { allow: ["public"] },
    store: { by: "store", in: "params", field: "storeId" },
    params: z.object({ storeId: z.string().max(253) }),
    query: z.object({ page: Page, limit: Limit }),
    response: listOf(Collection),
    errors: ["NOT_FOUND"],
  }),
  getCollection: endpoint({
    method: "GET",
    path: "/collections/store/{storeId}/{link}",
    summary: "One published collection by its link.",
    access: { allow: ["public"] },
    store: { by: "store", in: "params", field: "storeId" },
    params: z.object({ storeId: z.string().max(253), link: z.string().max(200) }),
    response: Collection,
    errors: ["NOT_FOUND"],
  }),
};
