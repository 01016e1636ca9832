import type { collections } from "@vetrina/contract/catalogue/collections";
import type { Routes } from "../../platform/http/routes.ts";
import { addCollectionProducts } from "./add-collection-products.ts";
import { createCollection } from "./create-collection.ts";
import { deleteCollection } from "./delete-collection.ts";
import { getCollection } from "./get-collection.ts";
import { listCollections } from "./list-collections.ts";
import { removeCollectionProducts } from "./remove-collection-products.ts";
import { updateCollection } from "./update-collection.ts";

export const collectionsRoutes: Routes<typeof collections> = {
  listCollections,
  getCollection,
  createCollection,
  updateCollection,
  deleteCollection,
  addCollectionProducts,
  removeCollectionProducts,
};
