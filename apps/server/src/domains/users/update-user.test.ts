import { setTimeout as delay } from "node:timers/promises";
import { expect } from "vitest";
import { seedStore } from "#tests/seed.ts";
import { test, type World } from "#tests/world.ts";
import { assignBuiltInRole } from "../roles/assign-built-in-role.ts";
import { builtInRole, member } from "../roles/roles.fixture.ts";
import { continueErasures } from "./jobs.ts";
import { password, seedUser, signIn, signInAs, tokenIn } from "./user.fixture.ts";

const missing = { code: "NOT_FOUND", statusCode: 404, message: "There is no such user." };

async function signInAdmin(world: World) {
  const admin = await signIn(world);
  await world.admin.query("update shop.users set is_platform_admin = true where id = $1", [
    admin.id,
  ]);
  return admin;
}

test("a user changes their own name, a platform administrator any name, and others get NOT_FOUND", async ({
  world,
}) => {
  const [user, otherUser, admin] = [
    await signIn(world),
    await signIn(world),
    await signInAdmin(world),
  ];
  const as = ({ accessToken }: { accessToken: string }) => world.client({ accessToken }).users;
  const body = { name: "Grace" };
  expect(await as(user).updateUser({ id: user.id, body })).toMatchObject({
    id: user.id,
    name: "Grace",
    pendingEmail: null,
  });
  expect((await as(user).getMe({})).name).toBe("Grace");
  await expect(as(otherUser).updateUser({ id: user.id, body })).rejects.toMatchObject(missing);
  const unknown = { id: "00000000-0000-7000-8000-000000000000", body };
  await expect(as(otherUser).updateUser(unknown)).rejects.toMatchObject(missing);
  await expect(as(admin).updateUser(unknown)).rejects.toMatchObject(missing);
  await as(admin).updateUser({ id: user.id, body: { name: "Lin" } });
  expect((await as(user).getMe({})).name).toBe("Lin");
});

test("rejects fields other than name and email", async ({ world }) => {
  const { id, accessToken } = await signIn(world);
  const { users } = world.client({ accessToken });
  for (const extra of [
    { isPlatformAdmin: true },
    { passwordHash: "x" },
    { id },
    { roles: [] },
    { emailVerifiedAt: null },
    { __proto__x: 1 },
  ])
    await expect(users.updateUser({ id, body: { name: "Eve", ...extra } })).rejects.toMatchObject({
      code: "VALIDATION_FAILED",
    });
  expect(await users.getMe({})).toMatchObject({ name: "Ada", isPlatformAdmin: false });
});

test("a new email takes effect when its link is opened, and the old address is notified twice", async ({
  world,
}) => {
  const user = await signIn(world);
  const { users } = world.client({ accessToken: user.accessToken });
  const email = "new@example.com";
  await world.client().users.forgotPassword({ body: { email: user.email } });
  const reset = tokenIn((await world.sendMails()).at(-1));
  await expect(users.updateUser({ id: user.id, body: { email } })).rejects.toMatchObject({
    code: "VALIDATION_FAILED",
    details: [{ path: "currentPassword" }],
  });
  await expect(
    users.updateUser({ id: user.id, body: { email, currentPassword: "wrong" } }),
  ).rejects.toMatchObject({ code: "INVALID_CREDENTIALS" });
  expect(
    await users.updateUser({ id: user.id, body: { email, currentPassword: password } }),
  ).toMatchObject({ email: user.email, pendingEmail: email });
  const asked = (await world.sendMails()).slice(-2);
  expect(asked.map((mail) => mail.to).sort()).toEqual([email, user.email].sort());
  expect((await users.getMe({})).email).toBe(user.email);
  const token = tokenIn(asked.find((mail) => mail.to === email));
  // If the new address was mistyped, whoever reads the email doesn't get the account.
  const reader = world.client().users;
  await expect(reader.verifyEmail({ body: { token } })).rejects.toMatchObject({
    code: "VALIDATION_FAILED",
    details: [{ path: "password" }],
  });
  await expect(reader.verifyEmail({ body: { token, password: "wrong" } })).rejects.toMatchObject({
    code: "INVALID_CREDENTIALS",
  });
  expect((await users.getMe({})).email).toBe(user.email);
  await reader.verifyEmail({ body: { token, password } });
  expect((await users.getMe({})).email).toBe(email);
  expect((await world.sendMails()).at(-1)?.to).toBe(user.email);
  expect(await signInAs(world, email)).toBeDefined();
  await expect(
    world.client().users.resetPassword({ body: { token: reset, password: "summer hats in may" } }),
  ).rejects.toMatchObject({ code: "TOKEN_INVALID" });
});

test("an email that is taken gets the same answer as a free one and stays with its owner", async ({
  world,
}) => {
  const [user, owner] = [await signIn(world), await seedUser(world)];
  const { users } = world.client({ accessToken: user.accessToken });
  const body = { email: owner.email, currentPassword: password };
  expect(await users.updateUser({ id: user.id, body })).toMatchObject({
    pendingEmail: owner.email,
  });
  const token = tokenIn((await world.sendMails()).find((mail) => mail.to === owner.email));
  const confirmed = world.client().users.verifyEmail({ body: { token, password } });
  await expect(confirmed).rejects.toMatchObject({
    code: "ALREADY_EXISTS",
  });
  expect((await users.getMe({})).email).toBe(user.email);
});

test("deleting an account ends its sessions, and its email can register again", async ({
  world,
}) => {
  const [user, otherUser] = [await signIn(world), await signIn(world)];
  const { users } = world.client({ accessToken: user.accessToken });
  const othersClient = world.client({ accessToken: otherUser.accessToken }).users;
  await expect(othersClient.deleteUser({ id: user.id })).rejects.toMatchObject(missing);
  await users.deleteUser({ id: user.id });
  const dead = { code: "UNAUTHENTICATED" };
  await expect(users.getMe({})).rejects.toMatchObject(dead);
  await expect(users.deleteUser({ id: user.id })).rejects.toMatchObject(dead);
  await expect(
    users.refreshToken({ body: { refreshToken: user.refreshToken } }),
  ).rejects.toMatchObject(dead);
  await expect(signInAs(world, user.email)).rejects.toMatchObject({ code: "INVALID_CREDENTIALS" });
  await world.client().users.register({
    body: { name: "Ada", email: user.email, password: "winter coats in july" },
  });
  await world.client().users.verifyEmail({
    body: { token: tokenIn((await world.sendMails()).at(-1)) },
  });
  const body = { email: user.email, password: "winter coats in july" };
  const again = await world.client().users.login({ body });
  expect(again.user.id).not.toBe(user.id);
});

test("deletion removes the address, password and links from every table, but keeps a name that an audit log needs", async ({
  world,
}) => {
  const storeId = await seedStore(world);
  const [customer, staff] = [await signIn(world), await signIn(world)];
  await assignBuiltInRole(await world.system(storeId), { userId: staff.id, role: "STAFF" });
  for (const { id, email, accessToken } of [customer, staff]) {
    await world.client().users.forgotPassword({ body: { email } });
    await world.client({ accessToken }).users.deleteUser({ id });
    await world.sendMails();
    await continueErasures(world.services);
    const { rows: tables } = await world.admin.query<{ name: string }>(
      "select relname as name from pg_class where relnamespace = 'shop'::regnamespace and relkind in ('r', 'p')",
    );
    const holding: string[] = [];
    for (const { name } of tables) {
      const found = await world.admin.query(
        `select from shop.${name} t where strpos(lower(t::text), $1) > 0 limit 1`,
        [email],
      );
      if (found.rowCount) holding.push(name);
    }
    expect(holding).toEqual([]);
  }
  const { rows } = await world.admin.query(
    "select id, name, password_hash like '$argon2id$%AAAA' as nobodys from shop.users where deleted_at is not null order by created_at",
  );
  expect(rows).toEqual([
    { id: customer.id, name: "", nobodys: true },
    { id: staff.id, name: "Ada", nobodys: true },
  ]);
});

test("deletion removes the devices and networks of the account's sessions", async ({ world }) => {
  const { id, accessToken } = await signIn(world);
  const stays = await signIn(world);
  await world.admin.query("update shop.sessions set user_agent = 'Firefox, Linux'");
  await world.client({ accessToken }).users.deleteUser({ id });
  const { rows } = await world.admin.query(
    "select user_agent is not null or address is not null as known from shop.sessions order by user_id = $1",
    [stays.id],
  );
  expect(rows).toEqual([{ known: false }, { known: true }]);
});

test("door.forget_account() leaves existing users unchanged", async ({ world }) => {
  const user = await signIn(world);
  await world.services.database.app.query("select door.forget_account($1, 'none', '{}')", [
    user.id,
  ]);
  expect((await world.client(user).users.getMe({})).email).toBe(user.email);
});

test("a store's last owner stays, with the store in the error; of two who leave at the same time, one does", async ({
  world,
}) => {
  const storeId = await seedStore(world, { name: "Mine" });
  const [first, second] = [await signIn(world), await signIn(world)];
  const ctx = await world.system(storeId);
  await assignBuiltInRole(ctx, { userId: first.id, role: "ADMIN" });
  const leave = ({ id, accessToken }: { id: string; accessToken: string }) =>
    world.client({ accessToken }).users.deleteUser({ id });
  const refused = {
    code: "LAST_OWNER",
    statusCode: 409,
    details: { stores: [{ storeId, storeName: "Mine" }] },
  };
  await expect(leave(first)).rejects.toMatchObject(refused);
  await assignBuiltInRole(ctx, { userId: second.id, role: "ADMIN" });
  const both = await Promise.allSettled([leave(first), leave(second)]);
  expect(both.map((one) => one.status).sort()).toEqual(["fulfilled", "rejected"]);
  expect(both.find((one) => one.status === "rejected")).toMatchObject({ reason: refused });
});

test("a user who becomes the only owner during their deletion stays", async ({ world }) => {
  const storeId = await seedStore(world);
  const [owner, heir] = [await signIn(world), await signIn(world)];
  const ctx = await world.system(storeId);
  await assignBuiltInRole(ctx, { userId: owner.id, role: "ADMIN" });
  const held = await world.admin.connect();
  await held.query("begin");
  await held.query("select from shop.users where id = $1 for share", [heir.id]);
  const leaving = world
    .client(heir)
    .users.deleteUser({ id: heir.id })
    .then(
      () => "gone",
      (error: { code: string }) => error.code,
    );
  await delay(300);
  await assignBuiltInRole(ctx, { userId: heir.id, role: "ADMIN" });
  await world.client(owner).roles.removeStaff({ userId: owner.id, storeId });
  await held.query("commit");
  held.release();
  expect(await leaving).toBe("LAST_OWNER");
});

test("the platform's last administrator stays", async ({ world }) => {
  const [one, two] = [await signInAdmin(world), await signInAdmin(world)];
  const leave = ({ id, accessToken }: { id: string; accessToken: string }) =>
    world.client({ accessToken }).users.deleteUser({ id });
  const both = await Promise.allSettled([leave(one), leave(two)]);
  expect(both.map((each) => each.status).sort()).toEqual(["fulfilled", "rejected"]);
  expect(both.find((each) => each.status === "rejected")).toMatchObject({
    reason: { code: "LAST_OWNER", details: { stores: [] } },
  });
});

test("other users' requests to change to an address still leave its owner a valid link", async ({
  world,
}) => {
  const email = "wanted@example.com";
  const ask = async ({ id, accessToken }: { id: string; accessToken: string }) =>
    world
      .client({ accessToken })
      .users.updateUser({ id, body: { email, currentPassword: password } });
  for (let n = 0; n < 4; n += 1) {
    const other = await signIn(world);
    for (let i = 0; i < 5; i += 1) await ask(other);
  }
  const mailsTo = async () => (await world.sendMails()).filter(({ to }) => to === email);
  // The limit for all users together is twelve. Above it, only a user without a usable link gets another email.
  expect((await mailsTo()).length).toBeLessThanOrEqual(16);
  const owner = await signIn(world);
  const before = (await mailsTo()).length;
  for (let i = 0; i < 3; i += 1) await ask(owner);
  const mails = await mailsTo();
  expect(mails).toHaveLength(before + 1);
  await world.client().users.verifyEmail({ body: { token: tokenIn(mails.at(-1)), password } });
  const { users } = world.client({ accessToken: owner.accessToken });
  expect((await users.getMe({})).email).toBe(email);
});

test("an unverified registration does not block a user who verifies the address", async ({
  world,
}) => {
  const storeId = await seedStore(world);
  const { users, invitations } = world.client();
  const register = (email: string) =>
    users.register({ body: { name: "Eve", email, password: "somebody else's words" } });
  const owner = await signIn(world);
  const moved = "moved@example.com";
  await register(moved);
  const own = world.client({ accessToken: owner.accessToken }).users;
  await own.updateUser({ id: owner.id, body: { email: moved, currentPassword: password } });
  const token = tokenIn((await world.sendMails()).findLast(({ to }) => to === moved));
  expect(await users.verifyEmail({ body: { token, password } })).toEqual({
    status: "VERIFIED",
    email: moved,
    needsPassword: false,
  });
  expect((await own.getMe({})).email).toBe(moved);

  const invited = "invited@example.com";
  await register(invited);
  await world.sendMails();
  const admin = await member(world, storeId, "ADMIN");
  const roleId = await builtInRole(world, storeId, "STAFF");
  await admin.invitations.createInvitation({ storeId, body: { email: invited, roleId } });
  const invitation = tokenIn((await world.sendMails()).at(-1));
  expect(await invitations.previewInvitation({ body: { token: invitation } })).toMatchObject({
    hasAccount: false,
  });
  const accepted = await invitations.acceptInvitation({
    body: { token: invitation, name: "Ivo", password },
  });
  expect(accepted.isNewAccount).toBe(true);
  const { user } = await users.login({ body: { email: invited, password } });
  expect(user).toMatchObject({ id: accepted.userId, name: "Ivo" });
  // Changing one's email to the address of a verified account doesn't take over that account.
  await own.updateUser({ id: owner.id, body: { email: invited, currentPassword: password } });
  const taken = tokenIn((await world.sendMails()).findLast(({ to }) => to === invited));
  await expect(users.verifyEmail({ body: { token: taken, password } })).rejects.toMatchObject({
    code: "ALREADY_EXISTS",
  });
});

test("the link of an address that was registered twice requires a new password", async ({
  world,
}) => {
  const email = "twice@example.com";
  const { users } = world.client();
  await users.register({ body: { name: "Vera", email, password } });
  const token = tokenIn((await world.sendMails()).at(-1));
  await users.register({ body: { name: "Eve", email, password: "somebody else's words" } });
  expect(await users.verifyEmail({ body: { token } })).toEqual({
    status: "VERIFIED",
    email,
    needsPassword: true,
  });
});
