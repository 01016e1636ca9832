import { expect } from "vitest";
import { workOf } from "#tests/work-of.ts";
import { untilBlocked } from "#tests/until-blocked.ts";
import { test } from "#tests/world.ts";
import { password, seedUser, signIn } from "./user.fixture.ts";

const wrong = {
  code: "INVALID_CREDENTIALS",
  statusCode: 401,
  message: "Wrong email or password. If you just registered, open the link in our email first.",
};
const codeOf = (error: { code: string }) => error.code;

test("email and password return tokens that open /users/me", async ({ world }) => {
  const user = await seedUser(world, "Ada@Example.com");
  const body = { email: "ada@example.COM", password };
  const answer = await world.client().users.login({ body });
  expect(answer.user).toMatchObject({
    id: user.id,
    name: "Ada",
    roles: [],
    isPlatformAdmin: false,
  });
  const me = await world.client({ accessToken: answer.accessToken }).users.getMe({});
  expect(me).toEqual(answer.user);
  const stored = await world.admin.query("select hash::text from shop.refresh_tokens");
  expect(stored.rows).toHaveLength(1);
  expect(JSON.stringify(stored.rows)).not.toContain(answer.refreshToken);
});

test("an unknown email, a wrong password and a deleted user get the same error", async ({
  world,
}) => {
  const user = await seedUser(world);
  const gone = await seedUser(world);
  await world.admin.query("update shop.users set deleted_at = now() where id = $1", [gone.id]);
  const tries = [
    { email: user.email, password: "wrong" },
    { email: "nobody@example.com", password },
    { email: gone.email, password },
  ];
  for (const body of tries)
    await expect(world.client().users.login({ body })).rejects.toMatchObject({
      ...wrong,
      details: null,
    });
});

test("an unknown email costs the same as a wrong password: one hash, the same statements", async ({
  world,
}) => {
  const user = await seedUser(world);
  const gone = await seedUser(world);
  await world.admin.query("update shop.users set deleted_at = now() where id = $1", [gone.id]);
  const tryOnce = (email: string) => async () => {
    const body = { email, password: "wrong" };
    await expect(world.client().users.login({ body })).rejects.toMatchObject(wrong);
  };
  // The first call opens the connection, which also sends statements. These must not be counted below.
  await tryOnce("first@example.com")();
  const known = await workOf(tryOnce(user.email));
  expect(known.hashes).toBe(1);
  expect(known.statements.length).toBeGreaterThan(0);
  for (const email of ["nobody@example.com", gone.email])
    expect(await workOf(tryOnce(email))).toEqual(known);
});

test("emails are compared ignoring case and surrounding spaces", async ({ world }) => {
  const { id } = await seedUser(world, "ada@example.com");
  const body = { email: "  ADA@Example.com ", password };
  expect((await world.client().users.login({ body })).user.id).toBe(id);
});

test("an unverified account cannot log in, and the right password gets the usual error", async ({
  world,
}) => {
  const { id, email } = await seedUser(world);
  await world.admin.query("update shop.users set email_verified_at = null where id = $1", [id]);
  await expect(world.client().users.login({ body: { email, password } })).rejects.toMatchObject(
    wrong,
  );
});

test("registering an address and trying the password does not reveal whether it had an account", async ({
  world,
}) => {
  const { email } = await seedUser(world);
  const { users } = world.client();
  for (const each of [email, "free@example.com"]) {
    const body = { email: each, password: "an attacker's own words" };
    await users.register({ body: { ...body, name: "Eve" } });
    await expect(users.login({ body })).rejects.toMatchObject(wrong);
  }
});

test("a login does not succeed if the password changes, two-step verification starts or the account is deleted meanwhile", async ({
  world,
}) => {
  const changes = [
    "update shop.users set password_hash = 'another' where id = $1",
    "update shop.users set deleted_at = now() where id = $1",
    `with locked as (select id from shop.users where id = $1 for no key update)
     insert into shop.second_factors (user_id, secret, created_at, confirmed_at) select id, '\\x00', now(), now() from locked`,
  ];
  for (const change of changes) {
    const { id, email } = await seedUser(world);
    const other = await world.admin.connect();
    await other.query("begin");
    await other.query(change, [id]);
    const signingIn = world
      .client()
      .users.login({ body: { email, password } })
      .then(() => "in", codeOf);
    // Waits until the old password has been checked. The commit then makes the credentials invalid.
    await untilBlocked(world);
    await other.query("commit");
    other.release();
    expect(await signingIn).toBe("INVALID_CREDENTIALS");
    const { rowCount } = await world.admin.query("select from shop.sessions where user_id = $1", [
      id,
    ]);
    expect(rowCount).toBe(0);
  }
});

test("correct passwords do not count as attempts", async ({ world }) => {
  const { email } = await seedUser(world);
  for (let i = 0; i < 15; i++)
    expect(await world.client().users.login({ body: { email, password } })).toBeDefined();
});

test.extend({ options: { rateLimits: true } })(
  "limits the attempts of one address per minute, for any email",
  async ({ world }) => {
    const codes = await Promise.all(
      Array.from({ length: 45 }, (_, i) =>
        world
          .client({ address: "198.51.100.7" })
          .users.login({ body: { email: `nobody-${i}@example.com`, password: "x" } })
          .then(String, (error) => error.code as string),
      ),
    );
    expect(codes.filter((code) => code === "RATE_LIMITED").length).toBeGreaterThanOrEqual(5);
  },
);

test("/users/me fails without a token and for a deleted user", async ({ world }) => {
  await expect(world.client().users.getMe({})).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
  const { id, accessToken } = await signIn(world);
  await world.admin.query("update shop.users set deleted_at = now() where id = $1", [id]);
  await expect(world.client({ accessToken }).users.getMe({})).rejects.toMatchObject({
    code: "UNAUTHENTICATED",
  });
});
