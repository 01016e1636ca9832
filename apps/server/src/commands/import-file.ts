import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import path from "node:path";
import type { Config } from "../platform/config.ts";
import { type Context, systemContext } from "../platform/context.ts";
import { findStore } from "./find-store.ts";
import { openServices } from "./open-services.ts";
import { say, logProgress, write } from "./run-command.ts";
import { type FileKind, headBytes, kindOfFile } from "../domains/catalogue-files/file-kind.ts";
import {
  importAtOnce,
  type ImportInput,
  type ImportProgress,
  type ImportResult,
} from "../domains/catalogue-files/import-at-once.ts";
import type { SentFile } from "../domains/catalogue-files/import-file.ts";
import { levelDetails } from "../domains/catalogue-files/inventory-csv/inventory-csv-report.ts";
import { openInventoryCsv } from "../domains/catalogue-files/inventory-csv/open-inventory-csv.ts";
import { openJsonLines } from "../domains/catalogue-files/json-lines/open-json-lines.ts";
import { fetchPictureFrom } from "../domains/catalogue-files/pictures/fetch-picture.ts";
import { openProductCsv } from "../domains/catalogue-files/product-csv/open-product-csv.ts";
import { productDetails } from "../domains/catalogue-files/product-csv/product-csv-report.ts";
import { countsLine, type Details, importReport } from "../domains/catalogue-files/report.ts";

/** Imports a file into a store and prints the report. Returns the command's exit code. */
export async function importFile(
  config: Config,
  { file, store: name, dryRun }: { file: string; store: string; dryRun: boolean },
): Promise<number> {
  const { services, close } = await openServices(config, say);
  try {
    const store = await findStore(services, name);
    const began = performance.now();
    const progress = logProgress();
    const ctx = systemContext(services, store);
    const sent = { fileName: path.basename(file), at: ctx.now() };
    const { result, details } = await importKind(ctx, file, sent, {
      dryRun,
      fetchPicture: fetchPictureFrom(process.env),
      progress: (step) => showStep(progress, step),
    });
    progress.end();
    const seconds = (performance.now() - began) / 1000;
    await write(importReport(result, { file: sent.fileName, store, seconds }, details));
    return result.outcome === "rejected" ? 1 : 0;
  } finally {
    await close();
  }
}

async function importKind(
  ctx: Context,
  file: string,
  sent: SentFile,
  input: ImportInput,
): Promise<{ result: ImportResult; details: Details }> {
  switch (await kindOf(file)) {
    case "JSON_LINES": {
      const opened = await openJsonLines(ctx, () => readFile(file), sent.fileName);
      const result = await importAtOnce(ctx, opened, input);
      return { result, details: { summary: [countsLine(result)], changes: [] } };
    }
    case "INVENTORY_CSV": {
      const opened = await openInventoryCsv(readFile(file), sent.fileName);
      const result = await importAtOnce(ctx, opened, input);
      return { result, details: levelDetails(result) };
    }
    case "PRODUCT_CSV": {
      const opened = await openProductCsv(ctx, readFile(file), sent);
      const result = await importAtOnce(ctx, opened, input);
      return { result, details: productDetails(result, ctx.store) };
    }
  }
}

function readFile(file: string): AsyncIterable<Uint8Array> {
  return createReadStream(file, { highWaterMark: 256 * 1024 });
}

async function kindOf(file: string): Promise<FileKind> {
  const opened = await open(file);
  try {
    const { buffer, bytesRead } = await opened.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    return kindOfFile(buffer.subarray(0, bytesRead));
  } finally {
    await opened.close();
  }
}

function showStep(progress: ReturnType<typeof logProgress>, step: ImportProgress): void {
  if (step.doing === "waiting") say("Waiting for another import into this store to finish.");
  else progress.step(doings[step.doing], step.done, step.of);
}

const doings = { checking: "Checking", pictures: "Downloading pictures", writing: "Writing" };
