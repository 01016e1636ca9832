import { readdir, readFile } from "node:fs/promises";
import path from "node:path";

/**
 * Milliseconds of CPU time used so far by a process with its threads and running descendants; for a server, these
 * include PostgreSQL. Hardly affected by other work on the machine. NaN except on Linux.
 */
export async function processorTime(pid: number): Promise<number> {
  const childrenOf = new Map<number, number[]>();
  const processes = (await readdir("/proc").catch(() => [])).filter((name) => /^\d+$/.test(name));
  for (const name of processes) {
    const status = await readFile(`/proc/${name}/stat`, "utf8").catch(() => "");
    const parent = Number(/\) \S (\d+)/.exec(status)?.[1]);
    childrenOf.set(parent, [...(childrenOf.get(parent) ?? []), Number(name)]);
  }
  let nanoseconds = 0;
  const wanted = [pid];
  for (const each of wanted) {
    wanted.push(...(childrenOf.get(each) ?? []));
    const tasks = path.join("/proc", String(each), "task");
    for (const task of await readdir(tasks).catch(() => [])) {
      const used = await readFile(path.join(tasks, task, "schedstat"), "utf8").catch(() => "0");
      nanoseconds += Number(used.split(" ", 1)[0]);
    }
  }
  return processes.length === 0 ? Number.NaN : nanoseconds / 1e6;
}
