import type { customers } from "@vetrina/contract/people/customers";
import type { Handler } from "../../platform/http/routes.ts";
import { presentCustomer, readCustomer } from "./customer-rows.ts";

export const getCustomer: Handler<typeof customers.getCustomer> = async (ctx, { id }) =>
  presentCustomer(ctx, await ctx.tx((tx) => readCustomer(tx, id)));
