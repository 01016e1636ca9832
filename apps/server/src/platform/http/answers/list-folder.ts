import { readdir, readFile, stat } from "node:fs/promises";
import path from "node:path";
import { errorCode } from "../../error-code.ts";

/**
 * One version of a file, plain or compressed. `bytes`: its content if it is kept in memory; null if it is read at each
 * request.
 */
export type Version = { name: string; tag: string; bytes: Buffer | null };
/** `br`: the compressed file, which is in the same folder and named `${name}.br`. */
export type ListedFile = { type: string; plain: Version; br: Version | null };

type Options = {
  /** Folders directly below the root to leave out. */
  without: readonly string[];
  inMemory: boolean;
};

/** Lists the files below `root` by their paths with slashes. None if there is no such folder. */
export async function listFolder(
  root: string,
  { without, inMemory }: Options,
): Promise<ReadonlyMap<string, ListedFile>> {
  const names = (await namesIn(root, "", without)).toSorted();
  const versions = new Map<string, Version>();
  // A hundred at a time, because the number of files that a process may have open is limited.
  for (let at = 0; at < names.length; at += atOnce)
    for (const version of await Promise.all(
      names.slice(at, at + atOnce).map((name) => versionOf(root, name, inMemory)),
    ))
      versions.set(version.name, version);
  const listed = new Map<string, ListedFile>();
  for (const [name, plain] of versions)
    if (!name.endsWith(".br") || !versions.has(name.slice(0, -".br".length)))
      listed.set(name, { type: typeOf(name), plain, br: versions.get(`${name}.br`) ?? null });
  return listed;
}

const atOnce = 100;

async function namesIn(
  root: string,
  folder: string,
  without: readonly string[] = [],
): Promise<string[]> {
  const entries = await readdir(path.join(root, folder), { withFileTypes: true }).catch(
    (error: unknown) => {
      if (errorCode(error) === "ENOENT") return [];
      throw error;
    },
  );
  const names: string[] = [];
  for (const entry of entries) {
    const name = folder === "" ? entry.name : `${folder}/${entry.name}`;
    if (entry.isFile()) names.push(name);
    else if (entry.isDirectory() && !without.includes(name))
      names.push(...(await namesIn(root, name)));
  }
  return names;
}

async function versionOf(root: string, name: string, inMemory: boolean): Promise<Version> {
  const file = path.join(root, name);
  const { size, mtimeMs } = await stat(file);
  const tag = `"${size.toString(16)}-${Math.floor(mtimeMs).toString(16)}"`;
  return { name, tag, bytes: inMemory ? await readFile(file) : null };
}

const types: Readonly<Record<string, string>> = {
  ".avif": "image/avif",
  ".css": "text/css; charset=utf-8",
  ".gif": "image/gif",
  ".ico": "image/x-icon",
  ".jpeg": "image/jpeg",
  ".jpg": "image/jpeg",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".webp": "image/webp",
  ".woff2": "font/woff2",
};

function typeOf(name: string): string {
  return types[path.extname(name)] ?? "application/octet-stream";
}
