import { randomBytes } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { StartupError } from "../startup-error.ts";
import { errorCode } from "../error-code.ts";

/** The file, below the data folder, with the superuser's password. */
export const passwordFile = (dataDir: string): string => path.join(dataDir, "postgres.password");

/** Reads the superuser's password; generates one if there is no database yet. */
export async function superuserPassword(dataDir: string, hasCluster: boolean): Promise<string> {
  const file = passwordFile(dataDir);
  const known = await readFile(file, "utf8").catch((error: unknown) => {
    if (errorCode(error) === "ENOENT") return "";
    throw new StartupError(`Cannot read ${file} (${errorCode(error)}): make it readable.`);
  });
  if (known.trim() !== "") return known.trim();
  if (hasCluster) {
    throw new StartupError(
      `${file}, the file with the database's password, is missing or empty. Restore it, or set DATA_DIR to another folder.`,
    );
  }
  const password = randomBytes(24).toString("base64url");
  // Flushed, so that a power failure after the database's creation cannot lose it.
  await writeFile(file, `${password}\n`, { mode: 0o600, flush: true });
  return password;
}
