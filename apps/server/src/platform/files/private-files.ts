import { randomUUID } from "node:crypto";
import { chmod, lstat, mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";

const folderMode = 0o700;
const fileMode = 0o600;

/** Creates a folder and its missing parents, for our own account only. */
export async function makePrivateFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: folderMode });
}

/** Writes a file for our own account only. The write is atomic even on a power failure or a full disk. */
export async function writePrivateFile(file: string, content: Uint8Array | string): Promise<void> {
  await makePrivateFolder(path.dirname(file));
  const staging = `${file}.${randomUUID()}`;
  try {
    await writeFile(staging, content, { mode: fileMode, flag: "wx", flush: true });
    await rename(staging, file);
  } catch (error) {
    await rm(staging, { force: true });
    throw error;
  }
}

/**
 * Removes other accounts' access to a folder and its contents, if an earlier version or a copy left it open. A folder
 * that is already closed is left unchanged, because no one else can reach its contents.
 */
export async function closeToOthers(folder: string): Promise<void> {
  if (((await lstat(folder)).mode & 0o077) !== 0) await closeAll(folder);
}

/**
 * Removes other accounts' access to a folder and all its contents. The folder itself comes last, so that an interrupted
 * run is repeated. Skips links and, unless we run as root, whatever other accounts own.
 */
export async function closeAll(folder: string): Promise<void> {
  if (process.platform === "win32" || !(await isOurs(folder))) return;
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const inside = path.join(folder, entry.name);
    if (entry.isDirectory()) await closeAll(inside);
    else if (entry.isFile() && (await isOurs(inside))) await chmod(inside, fileMode);
  }
  await chmod(folder, folderMode);
}

async function isOurs(entry: string): Promise<boolean> {
  const found = await lstat(entry);
  const uid = process.getuid?.();
  return !found.isSymbolicLink() && (uid === 0 || found.uid === uid);
}
