import { z } from "zod";
import { Id, Time } from "../common.ts";
import { endpoint } from "../endpoint.ts";

const none = { by: "none" } as const;
const Health = z
  .object({ status: z.enum(["ok", "unavailable"]), time: Time })
  .meta({ id: "Health" });

const System = z
  .object({
    version: z.string(),
    jobs: z
      .array(
        z.object({
          kind: z.string(),
          waiting: z.int(),
          running: z.int(),
          failed: z
            .int()
            .meta({ description: "Jobs that failed in all attempts; kept for 30 days." }),
          longestWaitSeconds: z
            .int()
            .meta({ description: "Seconds since the longest-waiting job became due." }),
        }),
      )
      .meta({ description: "Background jobs by kind." }),
    failedJobs: z
      .array(
        z.object({
          id: z.int(),
          kind: z.string(),
          storeId: Id.nullable(),
          attempts: z.int(),
          lastError: z.string().nullable(),
          failedAt: Time,
        }),
      )
      .meta({ description: "The last 100 jobs that failed in all attempts, newest first." }),
  })
  .meta({ id: "System" });

export const system = {
  getSystem: endpoint({
    method: "GET",
    path: "/system",
    summary: "Returns the server's version and the state of its background jobs.",
    access: { allow: ["platform"] },
    store: none,
    response: System,
    errors: [],
  }),
  getVersion: endpoint({
    method: "GET",
    path: "/system/version",
    summary: "Returns the name and version of the running server, and the version of its API.",
    access: { allow: ["public"] },
    store: none,
    response: z.object({ name: z.string(), version: z.string(), apiVersion: z.string() }),
    errors: [],
  }),
  checkHeath: endpoint({
    method: "GET",
    path: "/heath/check",
    summary:
      "Checks that the database responds and has disk space, and that the server isn't shutting down. The path is spelled as in the specification.",
    access: { allow: ["public"] },
    store: none,
    response: Health,
    errors: ["SHUTTING_DOWN"],
  }),
  checkHealth: endpoint({
    method: "GET",
    path: "/health/check",
    summary: "Same as /heath/check, under the correct spelling.",
    access: { allow: ["public"] },
    store: none,
    response: Health,
    errors: ["SHUTTING_DOWN"],
  }),
};
