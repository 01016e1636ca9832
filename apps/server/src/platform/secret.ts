import { hkdfSync, randomBytes } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";

/** The process's one secret: SECRET_KEY, else 32 random bytes kept under the data folder, readable by its owner alone. */
export async function loadSecret(dataDir: string, secretKey: string | null): Promise<Buffer> {
  if (secretKey !== null) return Buffer.from(secretKey);
  const file = path.join(dataDir, "secret.key");
  try {
    await writeFile(file, randomBytes(32).toString("base64url"), { mode: 0o600, flag: "wx" });
  } catch (error) {
    if ((error as { code?: string }).code !== "EEXIST") throw error;
  }
  return Buffer.from((await readFile(file, "utf8")).trim());
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
