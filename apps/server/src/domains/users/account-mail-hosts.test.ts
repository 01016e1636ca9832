import { expect } from "vitest";
import { seedSession, seedStore } from "#tests/seed.ts";
import { test, type World } from "#tests/world.ts";
import { seedDomain } from "../../platform/http/contract.fixture.ts";
import { openShopFor } from "../customers/customers.fixture.ts";
import { newId } from "../../platform/id.ts";
import type { Mail } from "../../platform/mail/mailer.ts";
import { callRaw, password, seedUser, signInAs, tokenIn } from "./user.fixture.ts";

const fresh = "summer hats in may";
const evil = "evil.localhost";

/** Creates an attacker's store, another store, and a user who belongs to neither. */
async function attackedUser(world: World) {
  await seedStore(world, { slug: "first", name: "First" });
  const evilId = await seedStore(world, { slug: "evil", name: "Evil Store" });
  const homeId = await seedStore(world, { slug: "home", name: "Home Store" });
  const user = await seedUser(world, "victim@example.com");
  return { evilId, homeId, ...user };
}

/** Returns the email's sender name and subject, and every host in its links and addresses. */
function tracesOf(mail: Mail | undefined): string {
  const { from, subject = "", html = "", text = "" } = mail ?? {};
  const hosts = `${html} ${text}`.matchAll(/(?:\/\/|@)([\w.-]+)/g);
  return [from?.name, subject, ...new Set([...hosts].map(([, host]) => host))].join(" ");
}

type Attack = (world: World, victim: { email: string }) => Promise<unknown>;

/** Calls at the attacker's host, one for each kind of email that an unauthenticated caller can request. */
const anonymousCalls: Record<string, Attack> = {
  "forgot-password": (world, { email }) =>
    world.client({ host: evil }).users.forgotPassword({ body: { email } }),
  "forgot-password by X-Forwarded-Host": (world, { email }) =>
    callRaw(world, "POST", "/users/forgot-password", {
      body: { email },
      headers: { "x-forwarded-host": evil },
    }),
  "forgot-password with Origin and Referer": (world, { email }) =>
    callRaw(world, "POST", "/users/forgot-password", {
      body: { email },
      headers: { host: evil, origin: `http://${evil}`, referer: `http://${evil}/login` },
    }),
  "forgot-password with a port and a dot": (world, { email }) =>
    callRaw(world, "POST", "/users/forgot-password", {
      body: { email },
      headers: { host: `${evil.toUpperCase()}.:9999` },
    }),
  "register with an address that has an account": (world, { email }) =>
    world.client({ host: evil }).users.register({ body: { name: "Eve", email, password: fresh } }),
  "register with a new address": (world) =>
    world.client({ host: evil }).users.register({
      body: { name: "Eve", email: "new@example.com", password: fresh },
    }),
  "register an unproven address again": async (world, { email }) => {
    await world.admin.query("update shop.users set email_verified_at = null");
    await world.client({ host: evil }).users.register({
      body: { name: "Eve", email, password: fresh },
    });
  },
  "resend-verification-email": async (world, { email }) => {
    await world.admin.query("update shop.users set email_verified_at = null");
    await world.client({ host: evil }).users.resendVerificationEmail({ body: { email } });
  },
};

test.for(Object.entries(anonymousCalls))(
  "%s sends the mail in the platform's name, from its address, at a store the user has no tie to",
  async ([, attack], { world }) => {
    const { email } = await attackedUser(world);
    await attack(world, { email });
    const mails = await world.sendMails();
    expect(mails).toHaveLength(1);
    expect(tracesOf(mails[0])).not.toMatch(/evil/i);
    expect(mails[0]?.from.name).toBe("Vetrina");
    expect(mails[0]?.text).toContain(`${world.services.publicUrl}/`);
  },
);

test("calls of a signed-in user or a token's holder at another store's host send mails in the platform's name", async ({
  world,
}) => {
  const { id, email } = await attackedUser(world);
  const { accessToken } = await signInAs(world, email);
  const signedIn = world.client({ accessToken, host: evil }).users;
  await signedIn.updateUser({
    id,
    body: { email: "next@example.com", currentPassword: password },
  });
  const asked = await world.sendMails();
  expect(asked.map(({ to }) => to).toSorted()).toEqual(["next@example.com", email]);
  const token = tokenIn(asked.find(({ to }) => to === "next@example.com"));
  const { users } = world.client({ host: evil });
  await users.verifyEmail({ body: { token, password } });
  await users.forgotPassword({ body: { email: "next@example.com" } });
  const link = tokenIn((await world.sendMails()).at(-1));
  await users.resetPassword({ body: { token: link, password: fresh } });
  const again = world.client({ accessToken: await seedSession(world, id), host: evil }).users;
  await again.changePassword({ body: { currentPassword: fresh, newPassword: password } });
  const mails = await world.sendMails();
  expect(mails).toHaveLength(6);
  for (const mail of mails) {
    expect(tracesOf(mail)).not.toMatch(/evil/i);
    expect(mail.from.name).toBe("Vetrina");
  }
});

test("a mail from the platform names the store where it was requested, only by its slug", async ({
  world,
}) => {
  const { evilId, email } = await attackedUser(world);
  const name = "You won! Call 0800 555";
  await world.admin.query("update shop.stores set name = $2 where id = $1", [evilId, name]);
  world.services.directory.forget();
  const { users } = world.client({ host: evil });
  await users.register({ body: { name: "Eve", email: "new@example.com", password: fresh } });
  await users.register({ body: { name: "Eve", email, password: fresh } });
  await users.forgotPassword({ body: { email } });
  const mails = await world.sendMails();
  expect(mails).toHaveLength(3);
  for (const { text } of mails) {
    expect(text).toContain("requested at the store evil, which runs on Vetrina.");
    expect(text).not.toContain(name);
  }
  // The pages lead back to the store. The email about an existing account has no link with a token.
  expect(mails.map(({ text }) => text.includes("&store=evil"))).toEqual([true, false, true]);
  for (const page of ["/login", "/reset-password"])
    expect(mails[1]?.text).toContain(`${world.services.publicUrl}${page}?store=evil`);
  await world.client().users.forgotPassword({ body: { email } });
  const plain = (await world.sendMails()).at(-1);
  expect(plain?.text).not.toContain("evil");
});

const resetAt = async (world: World, host: string, email: string) => {
  await world.client({ host }).users.forgotPassword({ body: { email } });
  return (await world.sendMails()).at(-1);
};

test("a mail from the platform writes the store's name if it has the slug's letters", async ({
  world,
}) => {
  await seedStore(world, { slug: "casa-rossi", name: "Casa Rossi" });
  const { users } = world.client({ host: "casa-rossi.localhost" });
  await users.register({ body: { name: "Ada", email: "new@example.com", password: fresh } });
  const [mail] = await world.sendMails();
  expect(mail?.text).toContain("requested at the store Casa Rossi, which runs on Vetrina.");
  expect(mail?.text).toContain("&store=casa-rossi");
});

test("a customer's mails are sent in their store's name at its host, and at no other store's host", async ({
  world,
}) => {
  const { homeId, id, email } = await attackedUser(world);
  await world.admin.query("update shop.users set email_verified_at = now()");
  const client = world.client({ accessToken: await seedSession(world, id) });
  await client.customers.getMyCustomer({ storeId: homeId });
  const home = await resetAt(world, "home.localhost", email);
  expect(home?.from.name).toBe("Home Store");
  expect(home?.text).toContain("http://home.localhost:3000/reset-password?token=");
  await world.client().users.resetPassword({ body: { token: tokenIn(home), password: fresh } });
  expect(tracesOf(await resetAt(world, evil, email))).not.toMatch(/evil|Home Store/i);
});

test("a customer of the store at the platform's own host gets links to the host whose pages they used", async ({
  world,
}) => {
  const firstId = await seedStore(world, { slug: "first", name: "First" });
  const { id, email } = await seedUser(world, "victim@example.com");
  await giveRole(world, firstId, id);
  const leads = { localhost: "localhost", "127.0.0.1": "first.localhost" };
  for (const [host, leadsTo] of Object.entries(leads)) {
    const mail = await resetAt(world, host, email);
    expect(mail?.from.name).toBe("First");
    expect(mail?.text).toContain(`http://${leadsTo}:3000/reset-password?token=`);
    expect(tracesOf(mail)).toContain(` ${leadsTo}`);
  }
});

async function giveRole(world: World, storeId: string, userId: string): Promise<void> {
  await world.admin.query(
    "insert into shop.role_assignments (store_id, user_id, role_id) select store_id, $1, id from shop.roles where store_id = $2 and type = 'ADMIN'",
    [userId, storeId],
  );
}

test("the platform is the sender for a user of several stores, so no owner gets a link to another store", async ({
  world,
}) => {
  const { evilId, homeId, id, email } = await attackedUser(world);
  const client = world.client({ accessToken: await seedSession(world, id) });
  await client.customers.getMyCustomer({ storeId: evilId });
  expect((await resetAt(world, evil, email))?.from.name).toBe("Evil Store");
  await giveRole(world, homeId, id);
  for (const host of [evil, "home.localhost"])
    expect(tracesOf(await resetAt(world, host, email))).not.toMatch(/evil|home/i);
  await world.admin.query("delete from shop.role_assignments where user_id = $1", [id]);
  await world.admin.query("update shop.users set is_platform_admin = true where id = $1", [id]);
  expect(tracesOf(await resetAt(world, evil, email))).not.toMatch(/evil/i);
});

test("a staff member's mails are sent in their store's name while they hold a role there", async ({
  world,
}) => {
  const { homeId, id, email } = await attackedUser(world);
  await giveRole(world, homeId, id);
  expect((await resetAt(world, "home.localhost", email))?.from.name).toBe("Home Store");
  await world.admin.query("delete from shop.role_assignments where user_id = $1", [id]);
  expect((await resetAt(world, "home.localhost", email))?.from.name).toBe("Vetrina");
});

test("no role, customer, order or invitation that others create makes their store the sender of a user's mails", async ({
  world,
}) => {
  const { evilId, id, email } = await attackedUser(world);
  const owner = await seedUser(world);
  await giveRole(world, evilId, owner.id);
  const staff = world.client({ accessToken: await seedSession(world, owner.id) });
  const { items: roles } = await staff.roles.listRoles({ storeId: evilId });
  const roleId = roles.find(({ type }) => type === "STAFF")?.id ?? "";
  await staff.invitations.createInvitation({ storeId: evilId, body: { email, roleId } });
  await staff.customers.createCustomer({ storeId: evilId, body: { email } });
  await staff.roles.assignRole({ body: { userId: id, roleId } });
  await world.sendMails();
  const mail = await resetAt(world, evil, email);
  expect(mail?.to).toBe(email);
  expect(mail?.text).toContain("token=");
  expect(tracesOf(mail)).not.toMatch(/evil/i);
});

test("a user who accepted an invitation belongs to the store", async ({ world }) => {
  const { homeId, email } = await attackedUser(world);
  const owner = await seedUser(world);
  await giveRole(world, homeId, owner.id);
  const staff = world.client({ accessToken: await seedSession(world, owner.id) });
  const { items: roles } = await staff.roles.listRoles({ storeId: homeId });
  const roleId = roles.find(({ type }) => type === "STAFF")?.id ?? "";
  await staff.invitations.createInvitation({ storeId: homeId, body: { email, roleId } });
  const token = tokenIn((await world.sendMails()).at(-1));
  const { accessToken } = await signInAs(world, email);
  await world.client({ accessToken }).invitations.acceptInvitation({ body: { token } });
  expect((await resetAt(world, "home.localhost", email))?.from.name).toBe("Home Store");
});

test("a store's own mails link to its verified host, wherever they were requested", async ({
  world,
}) => {
  const { homeId } = await attackedUser(world);
  await world.admin.query(
    "insert into shop.domains (id, store_id, host, status) values ($1, $2, 'claimed.example', 'VERIFYING')",
    [newId(), homeId],
  );
  const body = { email: "reader@example.com", source: "newsletter" as const };
  await world.client({ host: evil }).customers.subscribe({ storeId: homeId, body });
  const [mail] = await world.sendMails();
  expect(mail?.text).toContain("http://home.localhost:3000/newsletter/confirm?token=");
  expect(tracesOf(mail)).not.toMatch(/evil|claimed/i);
});

test("an order's mail links to its store's host, whatever Host the order was placed at", async ({
  world,
}) => {
  await attackedUser(world);
  const { order, pay } = await openShopFor(world);
  await pay(await order(world.client({ host: evil }), { email: "victim@example.com" }));
  const mails = await world.sendMails();
  expect(mails.map(({ to }) => to)).toEqual(["victim@example.com"]);
  expect(tracesOf(mails[0])).toMatch(/^Sartoria .*shop-[\d-]+\.localhost/);
  expect(tracesOf(mails[0])).not.toMatch(/evil/i);
});

/** Verifies a custom domain and makes it the store's primary host. */
async function moveToCustomDomain(world: World, storeId: string): Promise<string> {
  const { id, host } = await seedDomain(world, storeId);
  await world.admin.query("update shop.domains set is_primary = false where store_id = $1", [
    storeId,
  ]);
  await world.admin.query("update shop.domains set is_primary = true where id = $1", [id]);
  world.services.directory.forget();
  return host;
}

/** Returns the origins of the emails' links to these pages, from both the HTML and the plain text. */
function originsOf(mails: Mail[], pages: string): string[] {
  const link = new RegExp(String.raw`(https?://[^/\s"]+)/(?:${pages})\b`, "g");
  const found = mails.flatMap(({ html, text }) => [...`${html} ${text}`.matchAll(link)]);
  return [...new Set(found.map(([, origin = ""]) => origin))];
}
const accountPages = "invitation|reset-password|verify-email|confirm-email|login";

test("links with an account's token use the store's host under the platform, never its custom domain", async ({
  world,
}) => {
  const { homeId, id, email } = await attackedUser(world);
  const host = await moveToCustomDomain(world, homeId);
  await giveRole(world, homeId, id);
  const own = world.client({ accessToken: await seedSession(world, id), host });
  const { items: roles } = await own.roles.listRoles({ storeId: homeId });
  const roleId = roles.find(({ type }) => type === "CUSTOMER")?.id ?? "";
  const invited = { email: "guest@example.com", roleId };
  await own.invitations.createInvitation({ storeId: homeId, body: invited });
  await own.users.updateUser({
    id,
    body: { email: "next@example.com", currentPassword: password },
  });
  const { users } = world.client({ host });
  await users.forgotPassword({ body: { email } });
  await users.register({ body: { name: "Eve", email, password: fresh } });
  await world.admin.query("update shop.users set email_verified_at = null");
  await users.resendVerificationEmail({ body: { email } });
  const mails = [...(await world.sendMails())];
  expect(mails.map(({ to }) => to).toSorted()).toEqual(
    ["guest@example.com", "next@example.com", email, email, email, email].toSorted(),
  );
  for (const mail of mails) {
    expect(mail.from.name).toBe("Home Store");
    expect(originsOf([mail], accountPages)).toEqual(["http://home.localhost:3000"]);
  }
  expect(originsOf(mails, "invitation")).toHaveLength(1);
  // Links without an account token still use the store's primary host.
  const body = { email: "reader@example.com", source: "newsletter" as const };
  await world.client({ host }).customers.subscribe({ storeId: homeId, body });
  const subscribed = (await world.sendMails()).slice(mails.length);
  expect(originsOf(subscribed, "newsletter/confirm")).toEqual([`https://${host}`]);
});

test("links with an account's token use PUBLIC_URL if the store has no host under the platform's", async ({
  world,
}) => {
  const { homeId, id, email } = await attackedUser(world);
  const host = await moveToCustomDomain(world, homeId);
  await giveRole(world, homeId, id);
  const publicUrl = world.services.publicUrl;
  const leadTo = async () => {
    world.mails.length = 0;
    await world.client({ host }).users.forgotPassword({ body: { email } });
    const sent = [...(await world.sendMails())];
    expect(sent.map(({ from }) => from.name)).toEqual(["Home Store"]);
    return originsOf(sent, accountPages);
  };
  await world.admin.query(
    "update shop.domains set status = 'INACTIVE' where host = 'home.localhost'",
  );
  expect(await leadTo()).toEqual([publicUrl]);
  await world.admin.query("delete from shop.domains where host = 'home.localhost'");
  expect(await leadTo()).toEqual([publicUrl]);
  world.services.publicUrl = "https://www.shops.example";
  expect(await leadTo()).toEqual(["https://www.shops.example"]);
});

test("an account's links stay on the platform, even if a host is named to look like the platform's", async ({
  world,
}) => {
  const { homeId, evilId, id, email } = await attackedUser(world);
  await giveRole(world, homeId, id);
  world.services.publicUrl = "https://shops.example";
  const rename = async (storeId: string, host: string) => {
    await world.admin.query("update shop.domains set host = $2 where store_id = $1", [
      storeId,
      host,
    ]);
    world.services.directory.forget();
  };
  const leadTo = async (host: string) => {
    await rename(homeId, host);
    world.mails.length = 0;
    await world.client({ host }).users.forgotPassword({ body: { email } });
    return originsOf([...(await world.sendMails())], accountPages);
  };
  expect(await leadTo("home.shops.example")).toEqual(["https://home.shops.example"]);
  for (const host of ["home.notshops.example", "home.shops.example.evil.example"])
    expect(await leadTo(host)).toEqual(["https://shops.example"]);
  // This host now belongs to another store, so the home store's links lead to the platform.
  await rename(evilId, "home.shops.example");
  expect(await leadTo("home.example")).toEqual(["https://shops.example"]);
});

test("known and unknown users, with and without a tie to the store, get the same answer for the same writes", async ({
  world,
}) => {
  const { homeId, id, email } = await attackedUser(world);
  const other = await seedUser(world);
  await giveRole(world, homeId, id);
  const written = async (address: string) => {
    const count = async () => {
      const { rows } = await world.admin.query<{ tokens: number; mails: number }>(
        "select (select count(*)::int from shop.mailed_tokens) as tokens, (select count(*)::int from shop.mails) + (select count(*)::int from shop.account_mails) as mails",
      );
      return rows[0] ?? { tokens: 0, mails: 0 };
    };
    const before = await count();
    const { users } = world.client({ host: "home.localhost" });
    const answer = await users.forgotPassword({ body: { email: address } });
    const after = await count();
    return { answer, tokens: after.tokens - before.tokens, mails: after.mails - before.mails };
  };
  const once = { answer: { status: "PENDING" }, tokens: 1, mails: 1 };
  for (const address of [email, other.email, "nobody@example.com"])
    expect(await written(address)).toEqual(once);
});
