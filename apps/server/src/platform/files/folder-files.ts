import { errorCode } from "../error-code.ts";
import { access, open, readFile, rm, rmdir } from "node:fs/promises";
import path from "node:path";
import type { FileStore } from "./file-store.ts";
import { writePrivateFile } from "./private-files.ts";

/** Files in a folder, each under its key. A key's own folder is removed with its last file. */
export function folderFiles(root: string): FileStore {
  const place = (key: string) => path.join(root, ...key.split("/"));
  return {
    async read(key) {
      try {
        return await readFile(place(key));
      } catch (error) {
        if (errorCode(error) === "ENOENT") return null;
        throw error;
      }
    },
    async readPart(key, from, to) {
      const file = await open(place(key)).catch((error: unknown) => {
        if (errorCode(error) === "ENOENT") return null;
        throw error;
      });
      if (file === null) return null;
      try {
        const { size } = await file.stat();
        const room = Buffer.allocUnsafe(Math.max(0, Math.min(to, size) - from));
        const { bytesRead } = await file.read(room, 0, room.byteLength, from);
        return { bytes: room.subarray(0, bytesRead), size };
      } finally {
        await file.close();
      }
    },
    async has(key) {
      try {
        await access(place(key));
        return true;
      } catch (error) {
        if (errorCode(error) === "ENOENT") return false;
        throw error;
      }
    },
    write: (key, bytes) => writePrivateFile(place(key), bytes),
    async remove(keys) {
      await Promise.all(keys.map((key) => rm(place(key), { force: true })));
      for (const folder of new Set(keys.map((key) => path.dirname(place(key)))))
        await rmdir(folder).catch((error: unknown) => {
          if (!["ENOENT", "ENOTEMPTY"].includes(errorCode(error) ?? "")) throw error;
        });
    },
  };
}
