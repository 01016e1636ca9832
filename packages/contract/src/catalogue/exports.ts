import { z } from "zod";
import { Id, Limit, listOf, Page, Time } from "../common.ts";
import { endpoint } from "../endpoint.ts";
import { FileKind } from "./imports.ts";
import { Progress } from "./progress.ts";

export const Export = z
  .object({
    id: Id,
    storeId: Id,
    kind: FileKind,
    fileName: z.string(),
    bytes: z.int().meta({ description: "Bytes written so far." }),
    progress: Progress,
    failure: z.string().nullable(),
    createdAt: Time,
    startedAt: Time.nullable(),
    endedAt: Time.nullable(),
    expiresAt: Time.nullable().meta({
      description: "When the file will be deleted; null until the export is finished.",
    }),
  })
  .meta({ id: "Export" });
export type Export = z.infer<typeof Export>;

const access = { allow: ["EXPORT_DATA"] } as const;
const byStore = { by: "store", in: "params", field: "storeId" } as const;
const byId = { by: "resource", kind: "export", in: "params", field: "id" } as const;
const storeParams = z.object({ storeId: z.string().max(253) });
const idParams = z.object({ id: Id });

export const exports = {
  createExport: endpoint({
    method: "POST",
    path: "/exports/store/{storeId}",
    summary:
      "Starts an export of the store's products, stock or whole catalogue to a file, in the background.",
    access: { ...access, limit: 30 },
    store: byStore,
    params: storeParams,
    body: z.strictObject({ kind: FileKind.default("PRODUCT_CSV") }),
    response: Export,
    status: 202,
    errors: ["NOT_FOUND", "RATE_LIMITED", "LIMIT_REACHED"],
  }),
  listExports: endpoint({
    method: "GET",
    path: "/exports/store/{storeId}",
    summary: "Lists the store's exports of the past 90 days, newest first.",
    access,
    store: byStore,
    params: storeParams,
    query: z.object({ page: Page, limit: Limit }),
    response: listOf(Export),
    errors: ["NOT_FOUND"],
  }),
  getExport: endpoint({
    method: "GET",
    path: "/exports/{id}",
    summary: "Returns an export with its progress.",
    access,
    store: byId,
    params: idParams,
    response: Export,
    errors: ["NOT_FOUND"],
  }),
  getExportFile: endpoint({
    method: "GET",
    path: "/exports/{id}/file",
    summary: "Downloads an export's file, which is available for a week.",
    access,
    store: byId,
    params: idParams,
    file: "application/octet-stream",
    personal: true,
    errors: ["NOT_FOUND", "INVALID_TRANSITION"],
  }),
  cancelExport: endpoint({
    method: "POST",
    path: "/exports/{id}/cancel",
    summary: "Stops an export and discards its file.",
    access,
    store: byId,
    params: idParams,
    response: Export,
    errors: ["NOT_FOUND", "INVALID_TRANSITION"],
  }),
};
