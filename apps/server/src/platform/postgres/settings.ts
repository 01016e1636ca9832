import { statfs } from "node:fs/promises";

const SMALL_SHARED_MEMORY_BYTES = 256 * 1024 * 1024;

/** PostgreSQL's settings by name. */
export type Settings = Record<string, string | number>;

/** Small enough for a laptop; fsync and full_page_writes keep their default, on. */
export const SETTINGS: Settings = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  max_connections: 200,
  shared_buffers: "128MB",
  work_mem: "8MB",
  maintenance_work_mem: "64MB",
  effective_cache_size: "1GB",
  random_page_cost: 1.1,
  jit: "off",
  timezone: "UTC",
  lc_messages: "C",
  // Statements and their values may contain personal data, so failed ones are not logged.
  log_min_error_statement: "panic",
};

/**
 * The setting for shared memory. Containers may have 64 MB of /dev/shm or none, which is too little for parallel
 * queries, so files are used there.
 */
export async function memorySettings(): Promise<Settings> {
  if (process.platform !== "linux") return {};
  const size = await statfs("/dev/shm").then(
    (found) => found.blocks * found.bsize,
    () => 0,
  );
  return { dynamic_shared_memory_type: size < SMALL_SHARED_MEMORY_BYTES ? "mmap" : "posix" };
}

/** The settings as arguments of postgres and initdb. */
export function settingArguments(settings: Settings): string[] {
  return Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
}
