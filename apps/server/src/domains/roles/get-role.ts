import type { Role, roles } from "@vetrina/contract/people/roles";
import type { Context } from "../../platform/context.ts";
import type { Input } from "../../platform/http/routes.ts";
import { readRole } from "./queries.ts";

export function getRole(ctx: Context, { id }: Input<typeof roles.getRole>): Promise<Role> {
  return ctx.tx((tx) => readRole(tx, id));
}
