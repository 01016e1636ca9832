import type { domains } from "@vetrina/contract/stores/domains";
import type { Handler } from "../../platform/http/routes.ts";
import { domainToWire, readDomain } from "./queries.ts";

export const getDomain: Handler<typeof domains.getDomain> = (ctx, { id }) =>
  ctx.tx(async (tx) => domainToWire(await readDomain(tx, id)));
