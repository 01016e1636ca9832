import { z } from "zod";
import { Flag, Id, Limit, listOf, Page, Text, Time } from "./common.ts";
import { endpoint } from "./endpoint.ts";
import { Progress } from "./progress.ts";

/** What a catalogue comes and goes in: Shopify's product CSV, its inventory CSV, lines of JSON without a loss. */
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
    dryRun: z.boolean().meta({ description: "Nothing is written and no picture fetched." }),
    progress: Progress,
    step: z.enum(["CHECKING", "PICTURES", "WRITING"]).nullable().meta({
      description: "What is counted in progress: things checked, pictures fetched, things written.",
    }),
    failure: z.string().nullable().meta({ description: "Why it is FAILED, in a sentence." }),
    made: z.int().meta({ description: "Products, or what a dry run would make." }),
    changed: z.int().meta({ description: "Products, or rows of stock." }),
    unchanged: z.int(),
    picturesFetched: z.int(),
    picturesMissing: z.int(),
    faults: z.int(),
    notices: z.int(),
    createdAt: Time,
    startedAt: Time.nullable(),
    endedAt: Time.nullable(),
  })
  .meta({ id: "Import" });
export type Import = z.infer<typeof Import>;

export const ImportFinding = z
  .object({
    kind: z.enum(["FAULT", "NOTICE", "PICTURE"]).meta({
      description: "What refused the file; what was taken otherwise; a picture not reached.",
    }),
    row: z.int().nullable().meta({ description: "The line of the file; a notice's first one." }),
    rows: z.int().meta({ description: "How many rows it is about." }),
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
      "Takes a file with products or stock (CSV, at most 64 MB) or a whole catalogue (lines of JSON, with MANAGE_SETTINGS; 512 MB): its first line tells which. It is worked off in the background: all is checked, then, where nothing has a fault, written.",
    access: { ...access, more: "MANAGE_SETTINGS", limit: 30 },
    store: byStore,
    params: storeParams,
    query: z.object({
      fileName: Text(200).default("upload"),
      dryRun: Flag.default(false).meta({ description: "Only say what would change." }),
    }),
    upload: {
      types: ["text/csv", "application/x-ndjson"],
      most: 512 * 1024 * 1024,
      streamed: true,
    },
    response: Import,
    status: 202,
    errors: ["NOT_FOUND", "PERMISSION_NOT_HELD", "RATE_LIMITED", "LIMIT_REACHED", "PROVIDER_ERROR"],
  }),
  listImports: endpoint({
    method: "GET",
    path: "/imports/store/{storeId}",
    summary: "The store's imports of the past 90 days, newest first.",
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
    summary: "How far it is, and what it has done.",
    access,
    store: byId,
    params: idParams,
    response: Import,
    errors: ["NOT_FOUND"],
  }),
  listImportFindings: endpoint({
    method: "GET",
    path: "/imports/{id}/findings",
    summary: "Faults by row and column, then notices, then pictures that could not be fetched.",
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
    summary: "Stops it between two steps; what was written by then stays.",
    access,
    store: byId,
    params: idParams,
    response: Import,
    errors: ["NOT_FOUND", "INVALID_TRANSITION"],
  }),
};
