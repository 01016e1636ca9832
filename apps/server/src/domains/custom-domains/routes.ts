import type { domains } from "@vetrina/contract/stores/domains";
import type { Routes } from "../../platform/http/routes.ts";
import { createDomain } from "./create-domain.ts";
import { deleteDomain } from "./delete-domain.ts";
import { getDomain } from "./get-domain.ts";
import { listDomains } from "./list-domains.ts";
import { updateDomain } from "./update-domain.ts";
import { verifyDomain } from "./verify-domain.ts";

export const domainsRoutes: Routes<typeof domains> = {
  createDomain,
  listDomains,
  getDomain,
  updateDomain,
  verifyDomain,
  deleteDomain,
};
