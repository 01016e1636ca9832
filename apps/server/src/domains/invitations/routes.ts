import type { invitations } from "@vetrina/contract/people/invitations";
import type { Routes } from "../../platform/http/routes.ts";
import { acceptInvitation } from "./accept-invitation.ts";
import { createInvitation } from "./create-invitation.ts";
import { listInvitations } from "./list-invitations.ts";
import { previewInvitation } from "./preview-invitation.ts";
import { resendInvitation } from "./resend-invitation.ts";
import { withdrawInvitation } from "./withdraw-invitation.ts";

export const invitationsRoutes: Routes<typeof invitations> = {
  createInvitation,
  listInvitations,
  resendInvitation,
  withdrawInvitation,
  previewInvitation,
  acceptInvitation,
};
