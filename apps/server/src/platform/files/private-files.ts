import { randomUUID } from "node:crypto";
import { chmod, lstat, mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";

const folderMode = 0o700;
const fileMode = 0o600;

/** Makes a folder, and those above it that are missing, for our own account alone. */
export async function makePrivateFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: folderMode });
}

/** Writes a file for our own account alone. It appears whole or not at all, also after a power cut or on a full disk. */
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
 * Closes a folder that an earlier version or a copy has left open to other accounts, with all that is in it. One that is
 * closed is left as it is: nobody else reaches what it holds.
 */
export async function closeToOthers(folder: string): Promise<void> {
  if (((await lstat(folder)).mode & 0o077) !== 0) await closeAll(folder);
}

/**
 * Closes a folder and all that is in it. The folder itself comes last, so that an interrupted run starts over. Links are
 * skipped, and what belongs to another account, which decides about it.
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
