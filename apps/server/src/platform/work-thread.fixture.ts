import { serveJobs } from "./work-thread.ts";

/** A job that returns its name, fails, never ends, allocates memory, or ends the thread. */
export type Job = { what: "answer" | "fail" | "hang" | "grow" | "exit"; name: string };

serveJobs(async ({ what, name }: Job) => {
  if (what === "fail") throw new Error(`${name} failed`);
  if (what === "exit") process.exit(3);
  const held: number[][] = [];
  if (what === "answer") return name;
  for (;;) if (what === "grow") held.push(Array(100_000).fill(1));
});
