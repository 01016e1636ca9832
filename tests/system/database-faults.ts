import { readFile } from "node:fs/promises";
import { connect, createServer, type Server, type Socket } from "node:net";
import path from "node:path";

/** The process id of the shop's own PostgreSQL. */
export async function postmasterOf(dataDir: string): Promise<number> {
  const file = path.join(dataDir, "postgres/postmaster.pid");
  return Number((await readFile(file, "utf8")).split("\n")[0]);
}

/** Opens a proxy to the database. Its connections can be cut and restored. */
export async function openLine(to: number) {
  const ends = new Set<Socket>();
  const make = () =>
    createServer((near) => {
      const far = connect(to, "127.0.0.1");
      for (const [end, other] of [
        [near, far],
        [far, near],
      ] as const) {
        ends.add(end);
        end.on("error", () => other.destroy()).on("close", () => ends.delete(end));
      }
      near.pipe(far).pipe(near);
    });
  let server: Server = make();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  const cut = () => {
    server.close();
    for (const end of ends) end.destroy();
  };
  return {
    port,
    cut,
    mend() {
      server = make();
      server.listen(port, "127.0.0.1");
    },
    close: cut,
  };
}
