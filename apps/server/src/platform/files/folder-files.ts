import { errorCode } from "../error-code.ts";
import { access, open, readFile, rm, rmdir } from "node:fs/promises";
import path from "node:path";
import type { FileStore, OpenFile } from "./file-store.ts";
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
      const file = await openFile(place(key));
      if (file === null) return null;
      try {
        return await file.readPart(from, to);
      } finally {
        await file.close();
      }
    },
    open: (key) => openFile(place(key)),
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

async function openFile(at: string): Promise<OpenFile | null> {
  const file = await open(at).catch((error: unknown) => {
    if (errorCode(error) === "ENOENT") return null;
    throw error;
  });
  if (file === null) return null;
  let size: number | undefined;
  return {
    async readPart(from, to) {
      // Files are replaced, never changed, so the size of an open one stays the same.
      size ??= (await file.stat()).size;
      const room = Buffer.allocUnsafe(Math.max(0, Math.min(to, size) - from));
      const { bytesRead } = await file.read(room, 0, room.byteLength, from);
      return { bytes: room.subarray(0, bytesRead), size };
    },
    close: () => file.close(),
  };
}
