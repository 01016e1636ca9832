import { createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Config } from "../platform/config.ts";
import { systemContext } from "../platform/context.ts";
import { findStore } from "./find-store.ts";
import { isCatalogueName } from "./is-catalogue-name.ts";
import { openServices } from "./open-services.ts";
import { say, logProgress, write } from "./run-command.ts";
import { exportFormats } from "../domains/catalogue-files/export-formats.ts";
import { exportChunks } from "../domains/catalogue-files/export-pages.ts";
import type { FileKind } from "../domains/catalogue-files/file-kind.ts";

type Export = {
  file: string;
  /** The file name as the user gave it, which determines the format. */
  name: string;
  store: string;
  inventory: boolean;
};

/** Writes a store's products or stock to a file. Returns the command's exit code. */
export async function exportFile(
  config: Config,
  { file, name, store: storeName, inventory }: Export,
): Promise<number> {
  const { services, close } = await openServices(config, say);
  try {
    const store = await findStore(services, storeName);
    const ctx = systemContext(services, store);
    let products = 0;
    const kind = kindOf(name, inventory);
    const progress = logProgress();
    await writeAtomically(
      file,
      exportChunks(ctx, exportFormats[kind], (done) =>
        progress.step("Writing products", (products = done)),
      ),
    );
    progress.end();
    await write(`${whats[kind](products.toLocaleString("en"), store.name)} in ${name}\n`);
    return 0;
  } finally {
    await close();
  }
}

function kindOf(name: string, inventory: boolean): FileKind {
  if (isCatalogueName(name)) return "JSON_LINES";
  return inventory ? "INVENTORY_CSV" : "PRODUCT_CSV";
}

const whats: Record<FileKind, (products: string, store: string) => string> = {
  PRODUCT_CSV: (products, store) => `the product list of ${store} (products: ${products}) is`,
  INVENTORY_CSV: (products, store) => `the stock of ${store} (products: ${products}) is`,
  JSON_LINES: (products, store) => `the catalogue of ${store} (products: ${products}) is`,
};

/** Writes under a temporary name, and renames the file when it is complete. */
async function writeAtomically(file: string, chunks: AsyncIterable<string>): Promise<void> {
  const partial = `${file}.${process.pid}.part`;
  try {
    await pipeline(Readable.from(chunks), createWriteStream(partial));
    await rename(partial, file);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}
