import { randomUUID } from "node:crypto";
import { access, mkdir, readFile, rename, rm, rmdir, writeFile } from "node:fs/promises";
import path from "node:path";
import type { FileStore } from "./file-store.ts";

/** Files in a folder, each under its key; a key's own folder goes with its last file. */
export function folderFiles(root: string): FileStore {
  const place = (key: string) => path.join(root, ...key.split("/"));
  return {
    async read(key) {
      try {
        return await readFile(place(key));
      } catch (error) {
        if (codeOf(error) === "ENOENT") return null;
        throw error;
      }
    },
    async has(key) {
      try {
        await access(place(key));
        return true;
      } catch (error) {
        if (codeOf(error) === "ENOENT") return false;
        throw error;
      }
    },
    async write(key, bytes) {
      const file = place(key);
      await mkdir(path.dirname(file), { recursive: true });
      // Renamed into its place, so that nobody reads half of it.
      const staging = `${file}.${randomUUID()}`;
      try {
        await writeFile(staging, bytes);
        await rename(staging, file);
      } catch (error) {
        await rm(staging, { force: true });
        throw error;
      }
    },
    async remove(keys) {
      await Promise.all(keys.map((key) => rm(place(key), { force: true })));
      for (const folder of new Set(keys.map((key) => path.dirname(place(key)))))
        await rmdir(folder).catch((error: unknown) => {
          if (!["ENOENT", "ENOTEMPTY"].includes(codeOf(error))) throw error;
        });
    },
  };
}

function codeOf(error: unknown): string {
  return (error as { code?: string }).code ?? "";
}
