import path from "node:path";
import type { Config } from "../config.ts";
import type { FileStore } from "./file-store.ts";
import { folderFiles } from "./folder-files.ts";
import { s3Files } from "./s3-files.ts";

const isPrivate = (key: string) => key.startsWith("private/");

/**
 * S3-compatible storage where it is set, else the folder that the demo's pictures lie in as well: what is served. Keys under
 * private/ are not, and lie beside it.
 */
export function createFiles({ dataDir, s3 }: Pick<Config, "dataDir" | "s3">): FileStore {
  if (s3 !== null) return s3Files(s3);
  const [served, kept] = [folderFiles(path.join(dataDir, "media")), folderFiles(dataDir)];
  const of = (key: string) => (isPrivate(key) ? kept : served);
  return {
    read: (key) => of(key).read(key),
    has: (key) => of(key).has(key),
    write: (key, bytes, type) => of(key).write(key, bytes, type),
    async remove(keys) {
      await served.remove(keys.filter((key) => !isPrivate(key)));
      await kept.remove(keys.filter(isPrivate));
    },
  };
}
