import type { system } from "@vetrina/contract/stores/system";
import type { Services } from "../../platform/context.ts";
import type { Handler } from "../../platform/http/routes.ts";

export const checkHealth: Handler<typeof system.checkHealth> = ({ services }) =>
  requireHealth(services);

/** Ready if the database responds within a second and has space to write; otherwise throws DATABASE_UNAVAILABLE. */
export async function requireHealth({ database, now }: Pick<Services, "database" | "now">) {
  const problem = await database.health.problem();
  if (problem !== null) throw problem;
  return { status: "ok" as const, time: now().toISOString() };
}
