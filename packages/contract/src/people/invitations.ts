import { z } from "zod";
import { Id, Limit, listOf, Page, Text, Time } from "../common.ts";
import { endpoint } from "../endpoint.ts";
import { InvitationStatus } from "../enumerations.ts";
import { AccountEmail } from "./users.ts";

export const Invitation = z
  .object({
    id: Id,
    storeId: Id,
    email: z.string(),
    roleId: Id.nullable().meta({ description: "null if the role has been deleted." }),
    roleName: z.string().meta({ description: "The role's name when the email was sent." }),
    status: InvitationStatus,
    invitedBy: z
      .string()
      .nullable()
      .meta({ description: "The inviter's name; null if the user was deleted." }),
    sentAt: Time,
    expiresAt: Time,
    createdAt: Time,
  })
  .meta({ id: "Invitation" });
export type Invitation = z.infer<typeof Invitation>;

const Store = z.string().max(253);
const access = { allow: ["MANAGE_STAFF"] } as const;
const byStore = { by: "store", in: "params", field: "storeId" } as const;
const none = { by: "none" } as const;
const one = z.object({ storeId: Store, id: Id });
/** An invitation's token. Calls take it in the body, because URLs appear in logs and browser histories. */
const Token = z.string().min(20).max(200);

export const invitations = {
  createInvitation: endpoint({
    method: "POST",
    path: "/stores/{storeId}/invitations",
    summary: "Invites a person by email to a role that the caller may assign.",
    access: { ...access, limit: 30 },
    store: byStore,
    params: z.object({ storeId: Store }),
    body: z.strictObject({ email: AccountEmail, roleId: Id }),
    response: Invitation,
    status: 201,
    errors: ["NOT_FOUND", "ALREADY_EXISTS", "PERMISSION_NOT_HELD", "RATE_LIMITED"],
    personal: true,
  }),
  listInvitations: endpoint({
    method: "GET",
    path: "/stores/{storeId}/invitations",
    summary: "Lists the store's invitations, newest first.",
    access,
    store: byStore,
    params: z.object({ storeId: Store }),
    query: z.object({ page: Page, limit: Limit, status: InvitationStatus.optional() }),
    response: listOf(Invitation),
    errors: ["NOT_FOUND"],
    personal: true,
  }),
  resendInvitation: endpoint({
    method: "POST",
    path: "/stores/{storeId}/invitations/{id}/resend",
    summary:
      "Sends an invitation again with a new link, valid for seven days, and invalidates the previous link. Allowed once a minute.",
    access: { ...access, limit: 30 },
    store: byStore,
    params: one,
    response: Invitation,
    errors: ["NOT_FOUND", "INVITATION_NOT_PENDING", "PERMISSION_NOT_HELD"],
    personal: true,
  }),
  withdrawInvitation: endpoint({
    method: "DELETE",
    path: "/stores/{storeId}/invitations/{id}",
    summary: "Withdraws an invitation. Its link stops working immediately.",
    access,
    store: byStore,
    params: one,
    errors: ["NOT_FOUND", "INVITATION_NOT_PENDING"],
  }),
  previewInvitation: endpoint({
    method: "POST",
    path: "/invitations/preview",
    summary:
      "Returns the store, role and email address of an invitation by its token, without accepting it.",
    access: { allow: ["public"], limit: 30 },
    store: none,
    body: z.strictObject({ token: Token }),
    response: z.object({
      storeName: z.string(),
      roleName: z.string(),
      email: z.string(),
      invitedBy: z.string().nullable(),
      expiresAt: Time,
      hasAccount: z.boolean().meta({
        description: "Whether the address already has an account. If not, accepting creates one.",
      }),
    }),
    errors: ["INVITATION_NOT_PENDING", "RATE_LIMITED"],
    personal: true,
  }),
  acceptInvitation: endpoint({
    method: "POST",
    path: "/invitations/accept",
    summary:
      "Accepts an invitation, either as the signed-in user with the invited address or by creating an account with a name and a password.",
    access: { allow: ["user", "public"], limit: 20 },
    store: none,
    body: z.strictObject({
      token: Token,
      name: Text(120).optional(),
      password: z.string().min(10, "Use at least 10 characters.").max(200).optional(),
    }),
    response: z.object({
      userId: Id,
      storeId: Id,
      storeName: z.string(),
      roleName: z.string(),
      isNewAccount: z.boolean(),
    }),
    errors: ["INVITATION_NOT_PENDING", "UNAUTHENTICATED", "FORBIDDEN", "RATE_LIMITED"],
    personal: true,
  }),
};
