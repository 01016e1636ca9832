import type { customers } from "@vetrina/contract/customers";
import type { Routes } from "../../platform/http/routes.ts";
import { confirmSubscription } from "./confirm-subscription.ts";
import { subscribe } from "./subscribe.ts";

export const customersRoutes: Routes<typeof customers> = { subscribe, confirmSubscription };
