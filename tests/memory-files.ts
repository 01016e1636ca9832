import type { FileStore } from "../apps/server/src/platform/files/file-store.ts";

/** A file store in memory, which needs no cleanup. */
export function memoryFiles(): FileStore & { keys(): string[] } {
  const files = new Map<string, Uint8Array>();
  return {
    read: async (key) => files.get(key) ?? null,
    readPart: async (key, from, to) => {
      const file = files.get(key);
      return file === undefined ? null : part(file, from, to);
    },
    open: async (key) => {
      const file = files.get(key);
      if (file === undefined) return null;
      return { readPart: async (from, to) => part(file, from, to), close: async () => {} };
    },
    has: async (key) => files.has(key),
    write: async (key, bytes) => void files.set(key, bytes),
    remove: async (keys) => {
      for (const key of keys) files.delete(key);
    },
    keys: () => [...files.keys()].toSorted(),
  };
}

function part(file: Uint8Array, from: number, to: number) {
  return {
    bytes: file.slice(from, to),
    size: file.byteLength,
  };
}
