import { createHash } from "node:crypto";
import { chmod, lstat, mkdir, readlink, realpath, rmdir, stat, symlink } from "node:fs/promises";
import path from "node:path";
import { StartupError } from "../startup-error.ts";
import { accountForRoot, accountWithId, canEnter, isRoot } from "./account.ts";
import { errorCode } from "../error-code.ts";
import { type Account } from "./processes.ts";
import { sharedFolder } from "./shared-folder.ts";

/** In a folder with this bit, accounts can remove only their own files. Shared folders such as /tmp have it. */
const stickyBit = 0o1000;

/** The folder in which the cluster is or will be, without symbolic links, and the account that PostgreSQL runs as. */
export type Place = { folder: string; account: Account | undefined };

/**
 * Finds the cluster of a data folder, `<dataDir>/postgres`. If we are root, PostgreSQL runs as another account. If
 * that account can't enter the data folder, `<dataDir>/postgres` is a link to a folder below /var/lib or /opt.
 */
export async function findPlace(dataDir: string, log: (line: string) => void): Promise<Place> {
  const folder = path.join(dataDir, "postgres");
  const found = await follow(folder);
  if (!isRoot()) return { folder: found ?? folder, account: undefined };
  if (!found) return newPlaceForRoot(dataDir, folder, log);
  const owner = await stat(found).catch(() => undefined);
  const account = owner?.uid ? await accountWithId(owner) : await accountForRoot(log);
  const entered = owner ? found : path.dirname(found);
  if (!(await canEnter(account, entered))) {
    throw new StartupError(
      `PostgreSQL runs as the account "${account.name}", which cannot enter ${entered}: run "chmod o+x" on the folders above it, or set DATA_DIR to another folder.`,
    );
  }
  if (found !== folder) log(elsewhere(dataDir, account, found));
  return { folder: found, account };
}

/**
 * Returns the folder's path without symbolic links; undefined if there is no folder, or an empty one. Removes an empty
 * folder.
 */
async function follow(folder: string): Promise<string | undefined> {
  const entry = await lstat(folder).catch(() => undefined);
  if (!entry) return undefined;
  if (!entry.isSymbolicLink()) {
    const removed = await rmdir(folder).then(
      () => true,
      () => false,
    );
    return removed ? undefined : realpath(folder);
  }
  const target = path.resolve(path.dirname(folder), await readlink(folder));
  try {
    return await realpath(target);
  } catch {
    // The link is created before the data, so a first start may have been interrupted in between.
    const parent = await realpath(path.dirname(target)).catch(() => undefined);
    if (parent) return path.join(parent, path.basename(target));
  }
  throw new StartupError(
    `${folder} points to ${target}, which does not exist: restore it, or remove the link to start with an empty database.`,
  );
}

async function newPlaceForRoot(
  dataDir: string,
  folder: string,
  log: (line: string) => void,
): Promise<Place> {
  const account = await accountForRoot(log);
  if (await canEnter(account, dataDir)) return { folder, account };
  const base = await sharedFolder((candidate) => canEnter(account, candidate));
  if (!base) {
    throw new StartupError(
      `PostgreSQL runs as the account "${account.name}", which cannot enter ${dataDir}: set DATA_DIR to a folder that it can enter.`,
    );
  }
  const parent = path.join(await realpath(base), newName(dataDir));
  const target = path.join(parent, "postgres");
  await mkdir(parent);
  await chmod(parent, 0o755);
  await symlink(target, folder);
  log(elsewhere(dataDir, account, target));
  return { folder: target, account };
}

/**
 * Returns a name for the database's folder outside the data folder. The name is new each time, so that a data folder
 * that was removed and created again gets an empty database.
 */
function newName(dataDir: string): string {
  const hash = createHash("sha256").update(`${dataDir}\n${Date.now()}`).digest("hex");
  return hash.slice(0, 16);
}

function elsewhere(dataDir: string, account: Account, target: string): string {
  return `PostgreSQL does not run as root, and the account "${account.name}" cannot enter ${dataDir}: the data is in ${target}, linked from there`;
}

/**
 * Removes other accounts' access to our data folder, whatever the umask. If we are root, they may still pass through
 * it, because PostgreSQL runs as one of them. A shared folder such as /tmp is left unchanged.
 */
async function closeDataDir(folder: string, isNew: boolean): Promise<void> {
  const { uid, mode } = await stat(folder);
  if (uid !== process.getuid?.() || (mode & stickyBit) !== 0) return;
  const closed = isRoot() ? 0o711 : 0o700;
  await chmod(folder, isNew ? closed : mode & closed);
}

/**
 * Creates the data folder if needed, closes it to other accounts, and checks that it is writable. Returns its path
 * without symbolic links. Throws StartupError.
 */
export async function openDataDir(dataDir: string): Promise<string> {
  try {
    const made = await mkdir(dataDir, { recursive: true });
    const real = await realpath(dataDir);
    await closeDataDir(real, made !== undefined);
    const probe = path.join(real, `.write-test-${process.pid}`);
    await mkdir(probe);
    await rmdir(probe);
    return real;
  } catch (error) {
    throw new StartupError(
      `Cannot write to ${dataDir} (${errorCode(error) ?? "unknown"}): make it writable, or set DATA_DIR to another folder.`,
      { cause: error },
    );
  }
}
