import { createReadStream } from "node:fs";
import { open, stat } from "node:fs/promises";
import path from "node:path";
import { parseArgs } from "node:util";
import { readConfig } from "../platform/config.ts";
import { systemContext } from "../platform/context.ts";
import { errorCode } from "../platform/postgres/processes.ts";
import { StartupError } from "../platform/startup-error.ts";
import { findStore } from "./find-store.ts";
import { openServices } from "./open-services.ts";
import { runCommand, say, logProgress, write } from "./run-command.ts";
import { type FileKind, headBytes, kindOfFile } from "../domains/catalogue-files/file-kind.ts";
import { importInventoryCsv } from "../domains/catalogue-files/inventory-csv/import-inventory-csv.ts";
import { inventoryCsvReport } from "../domains/catalogue-files/inventory-csv/inventory-csv-report.ts";
import { importJsonLines } from "../domains/catalogue-files/json-lines/import-json-lines.ts";
import { jsonLinesReport } from "../domains/catalogue-files/json-lines/json-lines-report.ts";
import { fetchPictureFrom } from "../domains/catalogue-files/pictures/fetch-picture.ts";
import {
  importProductCsv,
  type ImportStep,
} from "../domains/catalogue-files/product-csv/import-product-csv.ts";
import { productCsvReport } from "../domains/catalogue-files/product-csv/product-csv-report.ts";

const root = path.join(import.meta.dirname, "../../../..");

const help = `Imports the products of Shopify's product CSV into a store, the stock of its
inventory CSV, or a whole catalogue as lines of JSON; the first line decides which.

  npm run import -- --store HOST FILE [--dry-run]

  --store HOST   the store, by its host (shop.example.com, NAME.localhost, localhost) or its slug
  --dry-run      report what would change, and change nothing
  --help         this text

A product is known by its handle: new ones are made, known ones changed where they differ.
An inventory file sets the on-hand units. Rows whose stock has changed since are skipped with a notice.
A file with an error is rejected as a whole. Importing it again changes nothing.
It can run while the server runs, and uses the same settings: DATA_DIR, DATABASE_URL, SECRET_KEY.
`;

type Arguments = { file: string; store: string; dryRun: boolean };

/** Runs the command and returns its exit code: 0 for success, 1 if the file was rejected or the import failed. */
async function main(): Promise<number> {
  const options = readArguments(process.argv.slice(2));
  if (options === null) {
    process.stdout.write(help);
    return 0;
  }
  // npm changes the working directory to the project; the path is relative to the user's directory.
  const file = path.resolve(process.env["INIT_CWD"] ?? process.cwd(), options.file);
  await checkFile(file, options.file);
  const config = readConfig(process.env, root);
  const { services, close } = await openServices(config, say);
  try {
    const store = await findStore(services, options.store);
    const began = performance.now();
    const progress = logProgress();
    const ctx = systemContext(services, store);
    const common = {
      source: readFile(file),
      fileName: path.basename(file),
      dryRun: options.dryRun,
      progress: (step: ImportStep) => showStep(progress, step),
    };
    const about = () => {
      progress.end();
      const seconds = (performance.now() - began) / 1000;
      return { file: common.fileName, store, seconds };
    };
    const kind = await kindOf(file);
    if (kind === "JSON_LINES") {
      const result = await importJsonLines(ctx, {
        ...common,
        source: () => readFile(file),
        progress: ({ doing, done, of }) => progress.step(doings[doing], done, of),
      });
      await write(jsonLinesReport(result, about()));
      return result.outcome === "refused" ? 1 : 0;
    }
    if (kind === "INVENTORY_CSV") {
      const result = await importInventoryCsv(ctx, common);
      await write(inventoryCsvReport(result, about()));
      return result.outcome === "refused" ? 1 : 0;
    }
    const result = await importProductCsv(ctx, {
      ...common,
      fetchPicture: fetchPictureFrom(process.env),
    });
    await write(productCsvReport(result, about()));
    return result.outcome === "refused" ? 1 : 0;
  } finally {
    await close();
  }
}

function readArguments(args: string[]): Arguments | null {
  const { values, positionals } = parse(args);
  if (values.help === true) return null;
  const usage = "Use: npm run import -- --store HOST FILE [--dry-run]";
  const [file, ...more] = positionals;
  if (file === undefined) throw new StartupError(`No file is named. ${usage}`);
  if (more.length > 0)
    throw new StartupError(`One file at a time: ${more.join(" ")} is too much. ${usage}`);
  if (!values.store) throw new StartupError(`No store is named. ${usage}`);
  return { file, store: values.store, dryRun: values["dry-run"] === true };
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        store: { type: "string" },
        "dry-run": { type: "boolean" },
        help: { type: "boolean", short: "h" },
      },
    });
  } catch (error) {
    const reason = (error as Error).message.split(/\. |\n/)[0] ?? "";
    throw new StartupError(`${reason}. See npm run import -- --help`, { cause: error });
  }
}

async function checkFile(file: string, asGiven: string): Promise<void> {
  try {
    if (!(await stat(file)).isFile())
      throw new StartupError(`${asGiven} is not a file. Give the path of the CSV file.`);
    await (await open(file)).close();
  } catch (error) {
    if (error instanceof StartupError) throw error;
    const reason = errorCode(error) === "ENOENT" ? "does not exist" : "cannot be read";
    throw new StartupError(`${asGiven} ${reason} (${errorCode(error)}). Looked for ${file}`, {
      cause: error,
    });
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

function showStep(progress: ReturnType<typeof logProgress>, step: ImportStep): void {
  if (step.doing === "waiting") say("Another import into this store is running: waiting");
  else progress.step(doings[step.doing], step.done, step.of);
}

const doings = { checking: "Checking", pictures: "Fetching pictures", writing: "Writing" };

await runCommand(main, "the import");
