import type { exports as exportCalls } from "@vetrina/contract/exports";
import type { imports } from "@vetrina/contract/imports";
import type { Routes } from "../../platform/http/routes.ts";
import { cancelExport, cancelImport } from "./cancel-job.ts";
import { createExport } from "./create-export.ts";
import { createImport } from "./create-import.ts";
import { getExportFile } from "./get-export-file.ts";
import { getExport, getImport, listExports, listImportFindings, listImports } from "./list-jobs.ts";

export const importsRoutes = {
  createImport,
  listImports,
  getImport,
  listImportFindings,
  cancelImport,
} satisfies Routes<typeof imports>;

export const exportsRoutes = {
  createExport,
  listExports,
  getExport,
  getExportFile,
  cancelExport,
} satisfies Routes<typeof exportCalls>;
