import path from "node:path";
import type { Config } from "../config.ts";
import type { FileStore } from "./file-store.ts";
import { folderFiles } from "./folder-files.ts";
import { s3Files } from "./s3-files.ts";

/** S3-compatible storage where it is set, else the folder that the demo's pictures lie in as well. */
export function createFiles({ dataDir, s3 }: Pick<Config, "dataDir" | "s3">): FileStore {
  return s3 === null ? folderFiles(path.join(dataDir, "media")) : s3Files(s3);
}
