import type { ApiKey, apiKeys } from "@vetrina/contract/people/api-keys";
import type { Context } from "../../platform/context.ts";
import type { Input } from "../../platform/http/routes.ts";
import { readApiKey } from "./queries.ts";

export function getApiKey(ctx: Context, { id }: Input<typeof apiKeys.getApiKey>): Promise<ApiKey> {
  return ctx.tx((tx) => readApiKey(tx, id));
}
