import type { contact } from "@vetrina/contract/stores/contact";
import type { Routes } from "../../platform/http/routes.ts";
import { createContactMessage } from "./create-contact-message.ts";
import { listContactMessages } from "./list-contact-messages.ts";

export const contactRoutes: Routes<typeof contact> = { createContactMessage, listContactMessages };
