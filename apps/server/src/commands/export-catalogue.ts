import { stat } from "node:fs/promises";
import path from "node:path";
import { parseArgs } from "node:util";
import { readConfig } from "../platform/config.ts";
import { StartupError } from "../platform/startup-error.ts";
import { isCatalogueName } from "./is-catalogue-name.ts";
import { runCommand, write } from "./run-command.ts";

const root = path.join(import.meta.dirname, "../../../..");
const usage = "Usage: npm run export -- --store HOST FILE [--inventory] [--force]";

const help = `Writes a store's products to a file, as Shopify's product CSV, or their stock as Shopify's inventory CSV.
A FILE that ends in .jsonl gets the whole catalogue as lossless JSON lines, including pictures.

  npm run export -- --store HOST FILE [--inventory] [--force]

  --store HOST   the store, by its host (shop.example.com, NAME.localhost, localhost) or its slug
  --inventory    export the stock: one row per variant and location
  --force        overwrite an existing file
  --help         this text

Importing the file again changes nothing. A cell that a spreadsheet would read as a formula begins with
an apostrophe, which the import removes.
It can run while the server runs, and uses the same settings: DATA_DIR, DATABASE_URL, SECRET_KEY, PUBLIC_URL.
`;

async function main(): Promise<number> {
  const { values, positionals } = parse(process.argv.slice(2));
  if (values.help === true) {
    await write(help);
    return 0;
  }
  const [name, ...more] = positionals;
  if (name === undefined || more.length > 0) throw new StartupError(`Name one file. ${usage}`);
  if (!values.store) throw new StartupError(`Name the store with --store. ${usage}`);
  if (values.inventory === true && isCatalogueName(name))
    throw new StartupError(
      `${name} is a catalogue file, which has no --inventory. For the stock, name a file that ends in .csv.`,
    );
  // npm runs this in the project's folder, but a relative path starts at the folder where the user ran npm.
  const file = path.resolve(process.env["INIT_CWD"] ?? process.cwd(), name);
  await checkPlace(file, name, values.force === true);
  const config = readConfig(process.env, root);
  // Loaded only now, so that a mistake in the arguments is reported immediately.
  const { exportFile } = await import("./export-file.ts");
  const { store, inventory = false } = values;
  return exportFile(config, { file, name, store, inventory });
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        store: { type: "string" },
        inventory: { type: "boolean" },
        force: { type: "boolean" },
        help: { type: "boolean", short: "h" },
      },
    });
  } catch (error) {
    const reason = (error as Error).message.split(/\. |\n/)[0] ?? "";
    throw new StartupError(`${reason}. See npm run export -- --help`, { cause: error });
  }
}

async function checkPlace(file: string, name: string, force: boolean): Promise<void> {
  const there = await stat(file).catch(() => null);
  if (there?.isDirectory()) throw new StartupError(`${name} is a folder. Name a file in it.`);
  if (there !== null && !force)
    throw new StartupError(`${name} already exists. Name another file, or add --force.`);
  const folder = await stat(path.dirname(file)).catch(() => null);
  if (!folder?.isDirectory())
    throw new StartupError(`The folder ${path.dirname(name)} does not exist. Create it first.`);
}

await runCommand(main, "the export");
