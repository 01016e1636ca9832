import { z } from "zod";
import { Time } from "./common.ts";
import { endpoint } from "./endpoint.ts";

const none = { by: "none" } as const;
const Health = z
  .object({ status: z.enum(["ok", "unavailable"]), time: Time })
  .meta({ id: "Health" });

export const system = {
  getVersion: endpoint({
    method: "GET",
    path: "/system/version",
    summary: "Returns the running version.",
    access: { allow: ["public"] },
    store: none,
    response: z.object({ name: z.string(), version: z.string(), apiVersion: z.string() }),
    errors: [],
  }),
  checkHeath: endpoint({
    method: "GET",
    path: "/heath/check",
    summary:
      "Checks that the database responds and the server isn't shutting down. The path is spelled as in the specification.",
    access: { allow: ["public"] },
    store: none,
    response: Health,
    errors: ["SHUTTING_DOWN"],
  }),
  checkHealth: endpoint({
    method: "GET",
    path: "/health/check",
    summary: "Same as /heath/check.",
    access: { allow: ["public"] },
    store: none,
    response: Health,
    errors: ["SHUTTING_DOWN"],
  }),
};
