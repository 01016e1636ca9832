import { chmod, mkdtemp, statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

/** A folder that is in memory on Linux. Cloning a database is faster there than on disk. */
const inMemory = "/dev/shm";
const roomNeeded = 3 * 2 ** 30;

/** Creates a folder for tests, which the account that runs PostgreSQL can also enter. */
export async function newFolder(prefix: string): Promise<string> {
  const folder = await mkdtemp(path.join((await hasRoom(inMemory)) ? inMemory : tmpdir(), prefix));
  await chmod(folder, 0o711);
  return folder;
}

/**
 * Whether the folder has enough free space. False if it doesn't exist, as on systems other than Linux. In a container,
 * it may be too small.
 */
async function hasRoom(folder: string): Promise<boolean> {
  const room = await statfs(folder).catch(() => null);
  return room !== null && room.bavail * room.bsize >= roomNeeded;
}
