// A minimal server and its work process in one file. The server passes a job to the process and waits.
import { pbkdf2 } from "node:crypto";
import { createWorkProcess, endWithServer, serveJobs } from "./work-thread.ts";

if (process.send === undefined) {
  const file = new URL(import.meta.url);
  await createWorkProcess({ file, limitMs: 600_000, maxMemoryMb: 512 }).run({});
}
endWithServer();
// The job runs in a thread that can't be interrupted, as in some libraries, and takes longer than any test waits.
serveJobs(
  () =>
    new Promise<void>((resolve) => {
      pbkdf2("a", "b", 2 ** 31 - 1, 64, "sha512", () => resolve());
      process.stdout.write(`${process.pid}\n`);
    }),
);
