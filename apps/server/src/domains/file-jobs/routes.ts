import type { exports as exportCalls } from "@vetrina/contract/catalogue/exports";
import type { imports } from "@vetrina/contract/catalogue/imports";
import type { Routes } from "../../platform/http/routes.ts";
import { cancelExport } from "./cancel-export.ts";
import { cancelImport } from "./cancel-import.ts";
import { createExport } from "./create-export.ts";
import { createImport } from "./create-import.ts";
import { getExportFile } from "./get-export-file.ts";
import { getExport } from "./get-export.ts";
import { getImport } from "./get-import.ts";
import { listExports } from "./list-exports.ts";
import { listImportFindings } from "./list-import-findings.ts";
import { listImports } from "./list-imports.ts";

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
