import { hkdfSync, randomBytes, randomUUID } from "node:crypto";
import { link, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { StartupError } from "./startup-error.ts";

const fewestCharacters = 32;

/**
 * The process's one secret: SECRET_KEY, else 32 random bytes kept under the data folder, readable by its owner alone.
 * Throws StartupError where the file holds less: keys made from it could be guessed.
 */
export async function loadSecret(dataDir: string, secretKey: string | null): Promise<Buffer> {
  if (secretKey !== null) return Buffer.from(secretKey);
  const file = path.join(dataDir, "secret.key");
  await makeSecret(file);
  const secret = (await readFile(file, "utf8")).trim();
  if (secret.length < fewestCharacters)
    throw new StartupError(
      `${file} is damaged. Restore it from a backup, or remove it: everybody is signed out then, and open orders lose their keys.`,
    );
  return Buffer.from(secret);
}

/** The file appears whole or not at all: neither a second process nor a crash leaves or reads a half of it. */
async function makeSecret(file: string): Promise<void> {
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, randomBytes(32).toString("base64url"), { mode: 0o600, flag: "wx" });
  try {
    await link(draft, file);
  } catch (error) {
    if ((error as { code?: string }).code !== "EEXIST") throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

/** A 32-byte key for each purpose, so that no key serves two (RFC 5869). */
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
