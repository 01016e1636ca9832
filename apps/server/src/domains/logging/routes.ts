import type { logging } from "@vetrina/contract/stores/logging";
import type { Routes } from "../../platform/http/routes.ts";
import { createAuditEntry } from "./create-audit-entry.ts";
import { listAuditEntries } from "./list-audit-entries.ts";

export const loggingRoutes = { createAuditEntry, listAuditEntries } satisfies Routes<
  typeof logging
>;
