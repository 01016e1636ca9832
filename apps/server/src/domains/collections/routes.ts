import type { collections } from "@vetrina/contract/collections";
import type { Routes } from "../../platform/http/routes.ts";
import { getCollection, listCollections } from "./queries.ts";

export const collectionsRoutes = { getCollection, listCollections } satisfies Routes<
  typeof collections
>;
