import { chmod, lstat, mkdir } from "node:fs/promises";
import { homedir, tmpdir } from "node:os";
import path from "node:path";
import { isRoot } from "./account.ts";

/**
 * Returns the first folder outside the project that only we can write to and that `accepts` approves; undefined if
 * there is none. It is for files that PostgreSQL's account can't reach elsewhere.
 */
export async function sharedFolder(
  accepts: (folder: string) => Promise<boolean>,
): Promise<string | undefined> {
  for (const folder of candidates()) {
    if ((await makeOwn(folder)) && (await accepts(folder))) return folder;
  }
  return undefined;
}

function candidates(): string[] {
  // Not /var/tmp, because systems delete old files there, and these folders also contain databases.
  if (isRoot()) return ["/var/lib/vetrina", "/opt/vetrina"];
  const user = process.getuid?.() ?? "user";
  return [path.join(homedir(), ".cache", "vetrina"), path.join(tmpdir(), `vetrina-${user}`)];
}

/**
 * Creates the folder if necessary and lets only us write to it. Returns false if it can't be created or is someone
 * else's.
 */
async function makeOwn(folder: string): Promise<boolean> {
  try {
    await mkdir(folder, { recursive: true });
    const found = await lstat(folder);
    if (!found.isDirectory()) return false;
    if (process.getuid && found.uid !== process.getuid()) return false;
    if (process.platform !== "win32") await chmod(folder, 0o755);
    return true;
  } catch {
    return false;
  }
}
