// A server in small and its process: started without an argument it hands over a job and waits.
import { pbkdf2 } from "node:crypto";
import { createWorkProcess, endWithServer, serveJobs } from "./work-thread.ts";

if (process.send === undefined) {
  const file = new URL(import.meta.url);
  await createWorkProcess({ file, limitMs: 600_000, maxMemoryMb: 512 }).run({});
}
endWithServer();
// As libraries work: in a thread that nothing interrupts, for longer than any test waits.
serveJobs(
  () =>
    new Promise<void>((resolve) => {
      pbkdf2("a", "b", 2 ** 31 - 1, 64, "sha512", () => resolve());
      process.stdout.write(`${process.pid}\n`);
    }),
);
