import type { stores } from "@vetrina/contract/stores/stores";
import type { Routes } from "../../platform/http/routes.ts";
import { createStore } from "./create-store.ts";
import { deleteStore } from "./delete-store.ts";
import { getHelp } from "./get-help.ts";
import { getSizeGuide } from "./get-size-guide.ts";
import { getStore } from "./get-store.ts";
import { listMyStores } from "./list-my-stores.ts";
import { listPolicies } from "./list-policies.ts";
import { listStores } from "./list-stores.ts";
import { updateStore } from "./update-store.ts";
import { verifyContactEmail } from "./verify-contact-email.ts";

export const storesRoutes: Routes<typeof stores> = {
  listStores,
  listMyStores,
  createStore,
  getStore,
  updateStore,
  verifyContactEmail,
  deleteStore,
  listPolicies,
  getHelp,
  getSizeGuide,
};
