import { access, chmod, chown, mkdtemp, readdir, readFile } from "node:fs/promises";
import { rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { StartupError } from "../startup-error.ts";
import type { Binaries } from "./binaries.ts";
import type { Place } from "./place.ts";
import { errorCode } from "../error-code.ts";
import { failureLine, run } from "./processes.ts";
import { memorySettings, settingArguments } from "./settings.ts";

/**
 * Whether the folder contains a complete cluster. If not, the folder is ready for a new one: it is empty, or its
 * half-made cluster was moved away. Throws StartupError for other files, and for a cluster that this PostgreSQL can't
 * open.
 */
export async function holdsCluster(folder: string, major: number): Promise<boolean> {
  const entries = await listFolder(folder);
  if (entries.length === 0) return false;
  const has = (name: string) =>
    access(path.join(folder, name)).then(
      () => true,
      () => false,
    );
  if (!entries.includes("PG_VERSION") && !entries.includes("base")) {
    throw new StartupError(
      `${folder} contains files that are not a database: move them away, or set DATA_DIR to another folder.`,
    );
  }
  // initdb writes base/5, the database "postgres", last.
  if ((await has("global/pg_control")) && (await has("base/5/PG_VERSION"))) {
    await checkVersion(folder, major);
    await checkOwner(folder);
    return true;
  }
  await setAsideHalfMade(folder);
  return false;
}

async function listFolder(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (errorCode(error) === "ENOENT") return [];
    if (errorCode(error) === "EACCES") return failForeign(folder);
    throw error;
  }
}

async function checkVersion(folder: string, major: number): Promise<void> {
  const version = (await readFile(path.join(folder, "PG_VERSION"), "utf8")).trim();
  if (version === String(major)) return;
  throw new StartupError(
    `${folder} contains data of PostgreSQL ${version}, but this is PostgreSQL ${major}: migrate the data with pg_dump and psql, or set DATA_DIR to another folder.`,
  );
}

async function checkOwner(folder: string): Promise<void> {
  const uid = process.getuid?.();
  if (uid === undefined) return;
  const { uid: owner, mode } = await stat(folder);
  if (uid !== 0 && owner !== uid) await failForeign(folder);
  // A copy or "chmod -R" may have made the folder readable to others, and PostgreSQL would reject it.
  if (mode & 0o027) await chmod(folder, 0o700);
}

async function failForeign(folder: string): Promise<never> {
  const owner = await stat(folder).then(
    (found) => `the account with id ${found.uid}`,
    () => "another account",
  );
  throw new StartupError(
    `${folder} belongs to ${owner}: start as that account or as root, or set DATA_DIR to another folder.`,
  );
}

/** Moves a half-made cluster away. Moves only folders without a database of ours, and never deletes anything. */
async function setAsideHalfMade(folder: string): Promise<void> {
  const databases = await readdir(path.join(folder, "base")).catch(() => []);
  if (databases.some((oid) => Number(oid) >= 16384)) {
    throw new StartupError(
      `${folder} is damaged because its control file is missing: restore it from a backup, or set DATA_DIR to another folder.`,
    );
  }
  await rename(folder, `${folder}.half-made-${Date.now()}`);
}

/**
 * Creates a new cluster with the superuser `postgres`. It is created in a neighboring folder and renamed when complete,
 * so that an interrupted start leaves nothing that looks like data.
 */
export async function makeCluster(
  { folder, account }: Place,
  binaries: Binaries,
  password: string,
): Promise<void> {
  await removeStagings(folder);
  const staging = await mkdtemp(stagingPrefix(folder));
  const passwordFile = path.join(staging, "password");
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
  if (account) {
    await chown(staging, account.uid, account.gid);
    await chown(passwordFile, account.uid, account.gid);
  }
  const made = await run(
    binaries.initdb,
    [
      `--pgdata=${path.join(staging, "data")}`,
      "--username=postgres",
      `--pwfile=${passwordFile}`,
      "--auth=scram-sha-256",
      "--encoding=UTF8",
      "--locale-provider=builtin",
      "--builtin-locale=C.UTF-8",
      "--locale=C",
      "--no-instructions",
      ...settingArguments(await memorySettings()),
    ],
    { account, cwd: staging },
  );
  const failure =
    made.code === 0
      ? await rename(path.join(staging, "data"), folder).catch((error: unknown) => String(error))
      : failureLine(made.output);
  await removeStagings(folder);
  if (failure) {
    throw new StartupError(`PostgreSQL could not create its data folder ${folder}: ${failure}`);
  }
}

const stagingPrefix = (folder: string) => `${folder}.new-`;

async function removeStagings(folder: string): Promise<void> {
  for (const name of await readdir(path.dirname(folder))) {
    const entry = path.join(path.dirname(folder), name);
    if (!entry.startsWith(stagingPrefix(folder))) continue;
    // An initdb that outlived its killed parent may still write there for a moment.
    await rm(entry, { recursive: true, force: true, maxRetries: 5 });
  }
}
