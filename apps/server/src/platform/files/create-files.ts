import path from "node:path";
import type { Config } from "../config.ts";
import type { FileStore } from "./file-store.ts";
import { folderFiles } from "./folder-files.ts";
import { s3Files } from "./s3-files.ts";

const isPrivate = (key: string) => key.startsWith("private/");

/**
 * S3-compatible storage if configured, else folders under dataDir. Files with keys under private/ are never served, so
 * they are not in the folder of the pictures.
 */
export function createFiles({ dataDir, s3 }: Pick<Config, "dataDir" | "s3">): FileStore {
  if (s3 !== null) return s3Files(s3);
  const [served, unserved] = [folderFiles(path.join(dataDir, "media")), folderFiles(dataDir)];
  const of = (key: string) => (isPrivate(key) ? unserved : served);
  return {
    read: (key) => of(key).read(key),
    readPart: (key, from, to) => of(key).readPart(key, from, to),
    open: (key) => of(key).open(key),
    has: (key) => of(key).has(key),
    write: (key, bytes, type) => of(key).write(key, bytes, type),
    async remove(keys) {
      await served.remove(keys.filter((key) => !isPrivate(key)));
      await unserved.remove(keys.filter(isPrivate));
    },
  };
}
