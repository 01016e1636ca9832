import { chmod, mkdtemp, statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

/** Linux keeps what lies here in memory: a database is cloned in a tenth of the time that a disk takes. */
const inMemory = "/dev/shm";
const roomNeeded = 3 * 2 ** 30;

/** A new folder for a test's databases, which also the account that PostgreSQL runs as can enter. */
export async function newFolder(prefix: string): Promise<string> {
  const folder = await mkdtemp(path.join((await hasRoom(inMemory)) ? inMemory : tmpdir(), prefix));
  await chmod(folder, 0o711);
  return folder;
}

/** False also where there is no such folder, as on other systems. A container often has a small one. */
async function hasRoom(folder: string): Promise<boolean> {
  const room = await statfs(folder).catch(() => null);
  return room !== null && room.bavail * room.bsize >= roomNeeded;
}
