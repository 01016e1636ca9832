import { createHash } from "node:crypto";
import { chmod, lstat, mkdir, readlink, realpath, rmdir, stat, symlink } from "node:fs/promises";
import path from "node:path";
import { StartupError } from "../startup-error.ts";
import { accountForRoot, accountWithId, canEnter, isRoot } from "./account.ts";
import { errorCode, type Account } from "./processes.ts";
import { sharedFolder } from "./shared-folder.ts";

/** Anybody may write to such a folder, and only remove what is theirs. */
const stickyBit = 0o1000;

/** Where the cluster is or will be, without symbolic links, and as whom PostgreSQL runs. */
export type Place = { folder: string; account: Account | undefined };

/**
 * Finds the cluster of a data folder, `<dataDir>/postgres`. As root PostgreSQL runs as another
 * account; where that one cannot enter, the folder is a link to one below /var/lib.
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

/** The real folder; undefined when there is none, or an empty one that was made by hand. */
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
    // The link is made before the data: a first start may have been cut short in between.
    const parent = await realpath(path.dirname(target)).catch(() => undefined);
    if (parent) return path.join(parent, path.basename(target));
  }
  throw new StartupError(
    `${folder} points to ${target}, which is not there: bring it back, or remove the link to begin with an empty database.`,
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
      `PostgreSQL runs as the account "${account.name}", which cannot enter ${dataDir}: set DATA_DIR to a folder that it can.`,
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

/** A removed and remade data folder gets a new name, so that it begins empty, as anyone expects. */
function newName(dataDir: string): string {
  const hash = createHash("sha256").update(`${dataDir}\n${Date.now()}`).digest("hex");
  return hash.slice(0, 16);
}

function elsewhere(dataDir: string, account: Account, target: string): string {
  return `PostgreSQL does not run as root, and the account "${account.name}" cannot enter ${dataDir}: the data is in ${target}, linked from there`;
}

/**
 * What other accounts may do in a data folder of ours: nothing, or with root pass through to the database, which then runs
 * as another account, whatever the umask. A folder that is shared by its nature, such as /tmp, stays as it is.
 */
async function closeDataDir(folder: string, isNew: boolean): Promise<void> {
  const { uid, mode } = await stat(folder);
  if (uid !== process.getuid?.() || (mode & stickyBit) !== 0) return;
  const closed = isRoot() ? 0o711 : 0o700;
  await chmod(folder, isNew ? closed : mode & closed);
}

/** Makes the data folder if need be and checks that it can be written to. */
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
