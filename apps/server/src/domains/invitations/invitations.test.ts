import { expect } from "vitest";
import { Permission } from "@vetrina/contract/people/permissions";
import { runJobs } from "#tests/run-jobs.ts";
import { seedStore } from "#tests/seed.ts";
import { test, type World } from "#tests/world.ts";
import { composers } from "../../composers.ts";
import { newId } from "../../platform/id.ts";
import { mailJobs } from "../../platform/mail/send-mail.ts";
import {
  audited,
  builtInRole,
  expectRefused,
  member,
  person,
  seedRole,
} from "../roles/roles.fixture.ts";
import { moveClock } from "../users/user.fixture.ts";

const ended = { code: "INVITATION_NOT_PENDING", statusCode: 409 };
const email = "grace@example.com";
const password = "a long enough password";
const day = 86_400;

/** Creates a store whose owner has invited `email` to the role STAFF, and returns the token from the email. */
async function invited(world: World, to = email) {
  const storeId = await seedStore(world, { name: "Sartoria" });
  const owner = await member(world, storeId, "ADMIN");
  const roleId = await builtInRole(world, storeId, "STAFF");
  const invitation = await owner.invitations.createInvitation({
    storeId,
    body: { email: to, roleId },
  });
  const [token = ""] = await tokensMailed(world);
  return { storeId, owner, roleId, invitation, token };
}

async function tokensMailed(world: World): Promise<string[]> {
  world.mails.length = 0;
  await runJobs(world.services, { jobs: mailJobs(composers) });
  return world.mails.map(({ text }) => /token=([\w-]+)/.exec(text)?.[1] ?? "");
}

test("an invitation is mailed, and its token creates one account with the role", async ({
  world,
}) => {
  const { storeId, owner, roleId, invitation, token } = await invited(world, " Grace@Example.com");
  expect(invitation).toMatchObject({
    storeId,
    email,
    roleId,
    roleName: "STAFF",
    status: "PENDING",
    invitedBy: "Ada",
  });
  expect(world.mails).toMatchObject([{ to: email }]);
  const { invitations, users } = world.client();
  expect(await invitations.previewInvitation({ body: { token } })).toEqual({
    storeName: "Sartoria",
    roleName: "STAFF",
    email,
    invitedBy: "Ada",
    expiresAt: invitation.expiresAt,
    hasAccount: false,
  });
  await expect(
    invitations.acceptInvitation({ body: { token, name: "Grace" } }),
  ).rejects.toMatchObject({ code: "VALIDATION_FAILED", details: [{ path: "password" }] });
  for (const weak of ["grace@example.com", "password12345"])
    await expectRefused(
      [invitations.acceptInvitation({ body: { token, name: "Grace", password: weak } })],
      { code: "VALIDATION_FAILED", details: [{ path: "password" }] },
    );
  const made = await invitations.acceptInvitation({ body: { token, name: "Grace", password } });
  expect(made).toMatchObject({ storeId, roleName: "STAFF", isNewAccount: true });
  const { accessToken, user } = await users.login({ body: { email, password } });
  expect(user).toMatchObject({
    id: made.userId,
    name: "Grace",
    roles: [{ storeId, role: "STAFF" }],
  });
  expect(await world.client({ accessToken }).orders.listOrders({ storeId })).toBeDefined();
  await expectRefused(
    [
      invitations.acceptInvitation({ body: { token, name: "Eve", password } }),
      invitations.previewInvitation({ body: { token } }),
      owner.invitations.withdrawInvitation({ storeId, id: invitation.id }),
    ],
    ended,
  );
  expect(await owner.invitations.listInvitations({ storeId })).toMatchObject({
    total: 1,
    items: [{ id: invitation.id, status: "ACCEPTED" }],
  });
  expect(await audited(world, invitation.id)).toMatchObject([
    { action: "CREATE", actor: owner.userId, after: { roleId, role: "STAFF" } },
    { action: "UPDATE", actor: made.userId, after: { acceptedBy: made.userId } },
  ]);
  expect(await audited(world, made.userId)).toMatchObject([
    { action: "CREATE", actor: made.userId, before: { roles: [] }, after: { roles: ["STAFF"] } },
  ]);
});

test("an invited user with an account must sign in, and another user can't get the role", async ({
  world,
}) => {
  const grace = await person(world, email);
  const eve = await person(world);
  const { storeId, owner, token } = await invited(world);
  const accept = { body: { token, name: "Grace", password } };
  expect(await grace.invitations.previewInvitation({ body: { token } })).toMatchObject({
    hasAccount: true,
  });
  await expectRefused([world.client().invitations.acceptInvitation(accept)], {
    code: "UNAUTHENTICATED",
  });
  await expectRefused([eve.invitations.acceptInvitation(accept)], { code: "FORBIDDEN" });
  expect(await grace.invitations.acceptInvitation({ body: { token } })).toMatchObject({
    userId: grace.userId,
    isNewAccount: false,
  });
  const { userId } = grace;
  expect((await owner.roles.getUserRoles({ userId, storeId })).permissions).toContain(
    "MANAGE_ORDERS",
  );
  expect((await owner.roles.getUserRoles({ userId: eve.userId, storeId })).roles).toEqual([]);
  expect((await grace.users.getMe()).name).toBe("Ada");
});

test("a token becomes invalid after seven days, when the invitation is resent, and when it is withdrawn", async ({
  world,
}) => {
  const { storeId, owner, roleId, invitation, token } = await invited(world);
  const { id } = invitation;
  const accept = (with_: string) =>
    world
      .client()
      .invitations.acceptInvitation({ body: { token: with_, name: "Grace", password } });
  const list = async () =>
    (await owner.invitations.listInvitations({ storeId })).items.map(({ status }) => status);
  await expectRefused([owner.invitations.resendInvitation({ storeId, id })], {
    code: "RATE_LIMITED",
  });
  moveClock(world, 7 * day + 1);
  await expectRefused([accept(token)], ended);
  expect(await list()).toEqual(["EXPIRED"]);
  const again = await owner.invitations.resendInvitation({ storeId, id });
  expect(Date.parse(again.expiresAt)).toBeGreaterThan(Date.parse(invitation.expiresAt) + 6 * day);
  expect(again.status).toBe("PENDING");
  const [second = ""] = await tokensMailed(world);
  moveClock(world, 7 * day + 120);
  await owner.invitations.resendInvitation({ storeId, id });
  const [third = ""] = await tokensMailed(world);
  expect(new Set([token, second, third]).size).toBe(3);
  await expectRefused([accept(token), accept(second), accept(`${third}A`)], ended);
  await expectRefused([owner.invitations.createInvitation({ storeId, body: { email, roleId } })], {
    code: "ALREADY_EXISTS",
    details: { field: "email", invitationId: id },
  });
  await owner.invitations.withdrawInvitation({ storeId, id });
  await owner.invitations.withdrawInvitation({ storeId, id });
  await expectRefused([accept(third), owner.invitations.resendInvitation({ storeId, id })], ended);
  expect(await list()).toEqual(["WITHDRAWN"]);
  await owner.invitations.createInvitation({ storeId, body: { email, roleId } });
  expect(await list()).toEqual(["PENDING", "WITHDRAWN"]);
  expect(
    (await owner.invitations.listInvitations({ storeId, status: "WITHDRAWN" })).items,
  ).toHaveLength(1);
});

test("the email contains no link made of the inviter's or the role's name", async ({ world }) => {
  const storeId = await seedStore(world);
  const owner = await member(world, storeId, "ADMIN");
  const body = { name: "https://evil.example/win" };
  await owner.users.updateUser({ id: owner.userId, body });
  const role = { storeId, type: "STAFF", permissions: ["MANAGE_ORDERS"] } as const;
  const { id: roleId } = await owner.roles.createRole({
    body: { ...role, name: "www.evil.example" },
  });
  await owner.invitations.createInvitation({ storeId, body: { email, roleId } });
  const [mail] = await world.sendMails();
  expect(mail?.text).toContain("https: //evil. example/win invites you");
  for (const written of [mail?.text, mail?.html]) {
    expect(written).toContain("www. evil. example");
    expect(written).not.toContain("evil.example");
  }
});

test("a queued email is not sent after its invitation is withdrawn", async ({ world }) => {
  const storeId = await seedStore(world);
  const { invitations } = await member(world, storeId, "ADMIN");
  const roleId = await builtInRole(world, storeId, "STAFF");
  const { id } = await invitations.createInvitation({ storeId, body: { email, roleId } });
  await invitations.withdrawInvitation({ storeId, id });
  expect(await tokensMailed(world)).toEqual([]);
});

test("accepting uses the current permissions of the role and the inviter", async ({ world }) => {
  const storeId = await seedStore(world);
  const owner = await member(world, storeId, "ADMIN");
  const chief = await member(world, storeId, ["MANAGE_STAFF", "EXPORT_DATA"]);
  const roleId = await seedRole(world, storeId, ["EXPORT_DATA"]);
  await chief.invitations.createInvitation({ storeId, body: { email, roleId } });
  const [token = ""] = await tokensMailed(world);
  const accept = () =>
    world.client().invitations.acceptInvitation({ body: { token, name: "Grace", password } });
  await owner.roles.updateRole({
    id: roleId,
    body: { permissions: ["EXPORT_DATA", "MANAGE_ORDERS"] },
  });
  const message = expect.stringContaining("can no longer assign this role");
  await expectRefused([accept()], { ...ended, message });
  await owner.roles.updateRole({ id: roleId, body: { permissions: ["EXPORT_DATA"] } });
  expect(await accept()).toMatchObject({ isNewAccount: true });
});

test("an invitation ends when its inviter loses the permission, even if they regain it", async ({
  world,
}) => {
  const storeId = await seedStore(world);
  const owner = await member(world, storeId, "ADMIN");
  const chief = await member(world, storeId, ["MANAGE_STAFF", "EXPORT_DATA"]);
  const roleId = await seedRole(world, storeId, ["EXPORT_DATA"]);
  await chief.invitations.createInvitation({ storeId, body: { email, roleId } });
  const [token = ""] = await tokensMailed(world);
  const { roles } = await owner.roles.getUserRoles({ userId: chief.userId, storeId });
  await owner.roles.removeStaff({ userId: chief.userId, storeId });
  await owner.roles.assignRole({ body: { userId: chief.userId, roleId: roles[0]?.id ?? "" } });
  const body = { token, name: "Grace", password };
  await expectRefused([world.client().invitations.acceptInvitation({ body })], ended);
  expect((await owner.invitations.listInvitations({ storeId })).items).toMatchObject([
    { status: "WITHDRAWN" },
  ]);
});

test("accepting fails with a clear message if the role was deleted meanwhile", async ({
  world,
}) => {
  const storeId = await seedStore(world);
  const owner = await member(world, storeId, "ADMIN");
  const roleId = await seedRole(world, storeId, ["EXPORT_DATA"]);
  const made = await owner.invitations.createInvitation({ storeId, body: { email, roleId } });
  const [token = ""] = await tokensMailed(world);
  await owner.roles.deleteRole({ id: roleId });
  const { invitations, users } = world.client();
  expect(await invitations.previewInvitation({ body: { token } })).toMatchObject({
    roleName: made.roleName,
  });
  await expectRefused(
    [invitations.acceptInvitation({ body: { token, name: "Grace", password } })],
    { ...ended, message: expect.stringContaining("was deleted") },
  );
  await expectRefused([users.login({ body: { email, password } })], {
    code: "INVALID_CREDENTIALS",
  });
  expect((await owner.invitations.listInvitations({ storeId })).items).toMatchObject([
    { id: made.id, roleId: null },
  ]);
});

test("inviting is rejected for roles that the caller can't assign, roles that the user already has, and other stores", async ({
  world,
}) => {
  const [storeId, other] = [await seedStore(world), await seedStore(world)];
  const owner = await member(world, storeId, "ADMIN");
  const chief = await member(world, storeId, Permission.options);
  const role = (type: "ADMIN" | "STAFF", of = storeId) => builtInRole(world, of, type);
  const invite = (roleId: string, to = email) =>
    chief.invitations.createInvitation({ storeId, body: { email: to, roleId } });
  await expectRefused([invite(await role("ADMIN"))], {
    code: "PERMISSION_NOT_HELD",
    details: { missing: ["OWNER"] },
  });
  const clerk = await member(world, storeId, "STAFF");
  await expectRefused([invite(await role("STAFF"), clerk.email)], { code: "ALREADY_EXISTS" });
  const { id } = await invite(await role("STAFF"));
  const neighbour = await member(world, other, "ADMIN");
  await expectRefused(
    [
      invite(await role("STAFF", other), "x@example.com"),
      invite(newId(), "x@example.com"),
      neighbour.invitations.withdrawInvitation({ storeId: other, id }),
      neighbour.invitations.resendInvitation({ storeId: other, id }),
      neighbour.invitations.listInvitations({ storeId }),
    ],
    { code: "NOT_FOUND" },
  );
  await expectRefused([clerk.invitations.listInvitations({ storeId })], { code: "FORBIDDEN" });
  expect((await owner.invitations.listInvitations({ storeId })).total).toBe(1);
});

test("twenty concurrent uses of one token create one account with one role", async ({ world }) => {
  const { storeId, token } = await invited(world);
  const outcomes = await Promise.allSettled(
    Array.from({ length: 20 }, (_, i) =>
      world
        .client()
        .invitations.acceptInvitation({ body: { token, name: `Grace ${i}`, password } }),
    ),
  );
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  const refusals = outcomes.flatMap((outcome) =>
    outcome.status === "rejected" ? [(outcome.reason as { code: string }).code] : [],
  );
  expect(new Set(refusals).isSubsetOf(new Set(["INVITATION_NOT_PENDING", "UNAUTHENTICATED"]))).toBe(
    true,
  );
  const { rows } = await world.admin.query(
    "select a.store_id from shop.users u join shop.role_assignments a on a.user_id = u.id where u.email = $1",
    [email],
  );
  expect(rows).toEqual([{ store_id: storeId }]);
});

test("the token is not stored in the log, the audit log, the queue or the invitation", async ({
  world,
}) => {
  const { token } = await invited(world);
  const stored = await world.admin.query(`
    select to_jsonb(t)::text as row from shop.invitations t union all select to_jsonb(t)::text from shop.audit_entries t
    union all select to_jsonb(t)::text from shop.mails t union all select to_jsonb(t)::text from shop.mailed_tokens t`);
  expect(stored.rows.length).toBeGreaterThan(3);
  expect(JSON.stringify(stored.rows)).not.toContain(token);
});

test("repeatedly inviting and withdrawing does not flood a mailbox", async ({ world }) => {
  const { storeId, owner, roleId, invitation } = await invited(world);
  let { id } = invitation;
  const answers: string[] = [];
  for (let i = 0; i < 24; i++) {
    await owner.invitations.withdrawInvitation({ storeId, id });
    const invited = owner.invitations.createInvitation({ storeId, body: { email, roleId } });
    answers.push(
      await invited.then(
        (made) => ((id = made.id), "sent"),
        (error: { code: string }) => error.code,
      ),
    );
  }
  // A store can send an address 10 invitations an hour, and one was sent above. Another 10 are allowed if a new hour
  // begins during the test.
  expect(new Set(answers)).toEqual(new Set(["sent", "RATE_LIMITED"]));
  expect(answers.filter((answer) => answer === "sent").length).toBeLessThanOrEqual(19);
  await owner.invitations.createInvitation({
    storeId,
    body: { email: "another@example.com", roleId },
  });
});
