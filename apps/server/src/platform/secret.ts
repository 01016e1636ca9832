import { errorCode } from "./error-code.ts";
import { hkdfSync, randomBytes, randomUUID } from "node:crypto";
import { link, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { StartupError } from "./startup-error.ts";

const fewestCharacters = 32;

/**
 * The process's secret: SECRET_KEY, else 32 random bytes stored in the data folder, readable by its owner only. Throws
 * StartupError if the file has fewer than 32 characters, because keys derived from it could be guessed.
 */
export async function loadSecret(dataDir: string, secretKey: string | null): Promise<Buffer> {
  if (secretKey !== null) return Buffer.from(secretKey);
  const file = path.join(dataDir, "secret.key");
  await makeSecret(file);
  const secret = (await readFile(file, "utf8")).trim();
  if (secret.length < fewestCharacters)
    throw new StartupError(
      `${file} is damaged. Restore it from a backup. If you remove it, all users are signed out, links in emails stop working, and stored secrets (of payment and shipping providers, and of two-step verification) can no longer be read.`,
    );
  return Buffer.from(secret);
}

/** Writes the file atomically, so that no process ever reads a partial secret. Leaves an existing file unchanged. */
async function makeSecret(file: string): Promise<void> {
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, randomBytes(32).toString("base64url"), { mode: 0o600, flag: "wx" });
  try {
    await link(draft, file);
  } catch (error) {
    if (errorCode(error) !== "EEXIST") throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

/** Derives a 32-byte key for each purpose, so that no key is used for two purposes (RFC 5869). */
export function keyDerivation(secret: Buffer): (purpose: string) => Buffer {
  const known = new Map<string, Buffer>();
  return (purpose) => {
    let key = known.get(purpose);
    if (key === undefined) {
      key = Buffer.from(hkdfSync("sha256", secret, "vetrina", purpose, 32));
      known.set(purpose, key);
    }
    return key;
  };
}
