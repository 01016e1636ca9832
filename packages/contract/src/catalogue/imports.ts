import { z } from "zod";
import { Flag, Id, Limit, listOf, Page, Text, Time } from "../common.ts";
import { endpoint } from "../endpoint.ts";
import { Progress } from "./progress.ts";

/**
 * File formats of imports and exports: Shopify's product CSV, its inventory CSV, or a lossless JSON Lines catalogue.
 */
export const FileKind = z
  .enum(["PRODUCT_CSV", "INVENTORY_CSV", "JSON_LINES"])
  .meta({ id: "FileKind" });
export type FileKind = z.infer<typeof FileKind>;

export const Import = z
  .object({
    id: Id,
    storeId: Id,
    kind: FileKind,
    fileName: z.string(),
    bytes: z.int(),
    dryRun: z.boolean().meta({
      description: "Whether this is a dry run, which writes nothing and downloads no images.",
    }),
    progress: Progress,
    step: z.enum(["CHECKING", "IMAGES", "WRITING"]).nullable().meta({
      description:
        "What `progress` counts. CHECKING: products or stock rows checked. IMAGES: images downloaded. WRITING: products or stock rows written.",
    }),
    failure: z
      .string()
      .nullable()
      .meta({ description: "Why the import failed, in one sentence; null if it didn't." }),
    created: z
      .int()
      .meta({ description: "Products created or, in a dry run, that would be created." }),
    updated: z.int().meta({ description: "Products or stock rows updated." }),
    unchanged: z.int(),
    imagesDownloaded: z.int(),
    imagesFailed: z.int(),
    errorCount: z.int(),
    warningCount: z.int(),
    createdAt: Time,
    startedAt: Time.nullable(),
    endedAt: Time.nullable(),
  })
  .meta({ id: "Import" });
export type Import = z.infer<typeof Import>;

export const ImportFinding = z
  .object({
    kind: z.enum(["ERROR", "WARNING", "IMAGE"]).meta({
      description:
        "ERROR: a row error that stops the import. WARNING: something that was ignored, or imported differently than in the file. IMAGE: an image that could not be downloaded.",
    }),
    row: z
      .int()
      .nullable()
      .meta({ description: "The line in the file; for a warning, the first line it applies to." }),
    rowCount: z.int().meta({ description: "The number of rows that the finding applies to." }),
    column: z.string().nullable(),
    message: z.string(),
  })
  .meta({ id: "ImportFinding" });
export type ImportFinding = z.infer<typeof ImportFinding>;

const access = { allow: ["MANAGE_PRODUCTS"] } as const;
const byStore = { by: "store", in: "params", field: "storeId" } as const;
const byId = { by: "resource", kind: "import", in: "params", field: "id" } as const;
const storeParams = z.object({ storeId: z.string().max(253) });
const idParams = z.object({ id: Id });

export const imports = {
  createImport: endpoint({
    method: "POST",
    path: "/imports/store/{storeId}",
    summary:
      "Imports products, stock or a whole catalogue from a file. Products and stock: CSV, up to 64 MB, with at most 200,000 rows of products or 500,000 rows of stock. Catalogue: JSON Lines, up to 512 MB; requires MANAGE_SETTINGS. The format is detected from the first line. A background job checks the file, and imports it if there are no errors.",
    access: { ...access, more: "MANAGE_SETTINGS", limit: 30 },
    store: byStore,
    params: storeParams,
    query: z.object({
      fileName: Text(200).default("upload"),
      dryRun: Flag.default(false).meta({
        description: "Only reports the changes, without making them.",
      }),
    }),
    upload: {
      types: ["text/csv", "application/x-ndjson"],
      maxBytes: 512 * 1024 * 1024,
      streamed: true,
    },
    response: Import,
    status: 202,
    errors: ["NOT_FOUND", "PERMISSION_NOT_HELD", "RATE_LIMITED", "LIMIT_REACHED", "PROVIDER_ERROR"],
  }),
  listImports: endpoint({
    method: "GET",
    path: "/imports/store/{storeId}",
    summary: "Lists the store's imports of the past 90 days, newest first.",
    access,
    store: byStore,
    params: storeParams,
    query: z.object({ page: Page, limit: Limit }),
    response: listOf(Import),
    errors: ["NOT_FOUND"],
  }),
  getImport: endpoint({
    method: "GET",
    path: "/imports/{id}",
    summary: "Returns an import with its progress and results.",
    access,
    store: byId,
    params: idParams,
    response: Import,
    errors: ["NOT_FOUND"],
  }),
  listImportFindings: endpoint({
    method: "GET",
    path: "/imports/{id}/findings",
    summary:
      "Lists an import's row errors, its warnings and the images that could not be downloaded.",
    access,
    store: byId,
    params: idParams,
    query: z.object({
      kind: ImportFinding.shape.kind.optional(),
      page: Page,
      limit: Limit,
    }),
    response: listOf(ImportFinding),
    errors: ["NOT_FOUND"],
  }),
  cancelImport: endpoint({
    method: "POST",
    path: "/imports/{id}/cancel",
    summary:
      "Stops an import after its current step. Products and stock that were already written are kept.",
    access,
    store: byId,
    params: idParams,
    response: Import,
    errors: ["NOT_FOUND", "INVALID_TRANSITION"],
  }),
};
