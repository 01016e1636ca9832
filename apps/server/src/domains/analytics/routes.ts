import type { analytics } from "@vetrina/contract/stores/analytics";
import type { Routes } from "../../platform/http/routes.ts";
import { trackEventByOneHour } from "./track-event-by-one-hour.ts";

export const analyticsRoutes: Routes<typeof analytics> = { trackEventByOneHour };
