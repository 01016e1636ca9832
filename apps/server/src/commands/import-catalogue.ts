import { open, stat } from "node:fs/promises";
import path from "node:path";
import { parseArgs } from "node:util";
import { readConfig } from "../platform/config.ts";
import { errorCode } from "../platform/error-code.ts";
import { StartupError } from "../platform/startup-error.ts";
import { runCommand } from "./run-command.ts";

const root = path.join(import.meta.dirname, "../../../..");

const help = `Imports a file into a store: products as Shopify's product CSV, stock as Shopify's inventory CSV,
or a whole catalogue as JSON Lines. The file's first line determines which of these it is.

  npm run import -- --store HOST FILE [--dry-run]

  --store HOST   the store, by its host (shop.example.com, NAME.localhost, localhost) or its slug
  --dry-run      report what would change, and change nothing
  --help         this text

A product is identified by its handle: new ones are created, existing ones updated where they differ.
An inventory file sets the on-hand units. Rows whose stock has changed since the file was written are
skipped with a warning.
A file with an error is rejected as a whole. Importing a file again changes nothing.
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
  // npm runs this in the project's folder, but a relative path starts at the folder where the user ran npm.
  const file = path.resolve(process.env["INIT_CWD"] ?? process.cwd(), options.file);
  await checkFile(file, options.file);
  const config = readConfig(process.env, root);
  // Loaded only now, so that a mistake in the arguments is reported immediately.
  const { importFile } = await import("./import-file.ts");
  return importFile(config, { ...options, file });
}

function readArguments(args: string[]): Arguments | null {
  const { values, positionals } = parse(args);
  if (values.help === true) return null;
  const usage = "Usage: npm run import -- --store HOST FILE [--dry-run]";
  const [file, ...more] = positionals;
  if (file === undefined) throw new StartupError(`Name a file to import. ${usage}`);
  if (more.length > 0)
    throw new StartupError(`Name only one file. Unexpected: ${more.join(" ")}. ${usage}`);
  if (!values.store) throw new StartupError(`Name the store with --store. ${usage}`);
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
      throw new StartupError(`${asGiven} is not a file. Give the path of the file to import.`);
    await (await open(file)).close();
  } catch (error) {
    if (error instanceof StartupError) throw error;
    const reason = errorCode(error) === "ENOENT" ? "does not exist" : "cannot be read";
    throw new StartupError(`${asGiven} ${reason} (${errorCode(error)}). Looked for ${file}`, {
      cause: error,
    });
  }
}

await runCommand(main, "the import");
