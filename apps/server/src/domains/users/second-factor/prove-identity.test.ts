import { describe, expect } from "vitest";
import { untilBlocked } from "#tests/until-blocked.ts";
import { test, type World } from "#tests/world.ts";
import { unmatchableHash } from "../../../platform/auth/password.ts";
import { codeAt } from "../../../platform/auth/totp.ts";
import { fromBase32, password, seedUser, signInAs, tokenIn } from "../user.fixture.ts";

const fresh = "summer hats in may";
const other = "winter coats in july";
const ended = "UNAUTHENTICATED";

/** A user with two sessions, the owner's and one of somebody else who knows the password. */
async function sharedAccount(world: World) {
  const { id, email } = await seedUser(world);
  const session = async () =>
    world.client({ accessToken: (await signInAs(world, email)).accessToken }).users;
  return { id, email, owner: await session(), intruder: await session() };
}

async function resetLink(world: World, email: string): Promise<string> {
  await world.client().users.forgotPassword({ body: { email } });
  return tokenIn((await world.sendMails()).at(-1));
}

/** Runs both calls while the user is locked, so that each has passed its checks and `first` is committed first. */
async function inOrder(
  world: World,
  userId: string,
  first: () => Promise<unknown>,
  second: () => Promise<unknown>,
): Promise<string[]> {
  const gate = await world.admin.connect();
  await gate.query("begin");
  await gate.query("select from shop.users where id = $1 for update", [userId]);
  const calls: Promise<string>[] = [];
  try {
    for (const call of [first, second]) {
      calls.push(
        call().then(
          () => "done",
          (error) => String(error.code),
        ),
      );
      await untilBlocked(world, calls.length);
    }
  } finally {
    await gate.query("commit");
    gate.release();
  }
  return Promise.all(calls);
}

const logsIn = (world: World, email: string, secret: string) =>
  world
    .client()
    .users.login({ body: { email, password: secret } })
    .then(
      () => true,
      () => false,
    );

describe("a call that runs while the owner resets the password", () => {
  test("doesn't change the password back, the email, the second factor or the account", async ({
    world,
  }) => {
    const { id, email, owner } = await sharedAccount(world);
    const newPassword = other;
    type Users = typeof owner;
    const calls: ((intruder: Users) => Promise<unknown>)[] = [
      (users) => users.changePassword({ body: { currentPassword: password, newPassword } }),
      (users) =>
        users.updateUser({ id, body: { email: "e@e.example", currentPassword: password } }),
      (users) => users.startTotp({ body: { password } }),
      (users) => users.deleteUser({ id }),
    ];
    const { rows } = await world.admin.query("select * from shop.users where id = $1", [id]);
    for (const call of calls) {
      const { accessToken } = await signInAs(world, email);
      const token = await resetLink(world, email);
      const { users } = world.client({ accessToken });
      const reset = () => world.client().users.resetPassword({ body: { token, password: fresh } });
      expect(await inOrder(world, id, reset, () => call(users))).toEqual(["done", ended]);
      expect(await logsIn(world, email, fresh)).toBe(true);
      await world.admin.query("update shop.users set password_hash = $2 where id = $1", [
        id,
        rows[0].password_hash,
      ]);
    }
    expect((await world.admin.query("select * from shop.users where id = $1", [id])).rows).toEqual(
      rows,
    );
    const factors = await world.admin.query("select from shop.second_factors");
    const links = await world.admin.query(
      "select from shop.mailed_tokens where purpose = 'change-email'",
    );
    expect([factors.rowCount, links.rowCount]).toEqual([0, 0]);
  });

  test("turns on no second factor", async ({ world }) => {
    const { id, email, intruder } = await sharedAccount(world);
    const { secret } = await intruder.startTotp({ body: { password } });
    const code = codeAt(fromBase32(secret), Math.floor(Date.now() / 30_000));
    const token = await resetLink(world, email);
    const reset = () => world.client().users.resetPassword({ body: { token, password: fresh } });
    const confirm = () => intruder.confirmTotp({ body: { code } });
    expect(await inOrder(world, id, reset, confirm)).toEqual(["done", ended]);
    expect(await logsIn(world, email, fresh)).toBe(true);
  });

  test("neither turns off the second factor nor renews its recovery codes", async ({ world }) => {
    const { id, email, owner, intruder: first } = await sharedAccount(world);
    const { secret } = await owner.startTotp({ body: { password } });
    const code = codeAt(fromBase32(secret), Math.floor(Date.now() / 30_000));
    const { recoveryCodes } = await owner.confirmTotp({ body: { code } });
    await expect(first.getMe()).rejects.toMatchObject({ code: ended });
    const { rows } = await world.admin.query("select hash from shop.recovery_codes order by hash");
    let current = password;
    for (const name of ["removeTotp", "renewRecoveryCodes"] as const) {
      const [own = "", proof = ""] = recoveryCodes.splice(0, 2);
      const login = { email, password: current, code: own };
      const { accessToken } = await world.client().users.login({ body: login });
      const { users } = world.client({ accessToken });
      const token = await resetLink(world, email);
      const body = { password: current, code: proof };
      current = `${fresh} ${name}`;
      const reset = () =>
        world.client().users.resetPassword({ body: { token, password: current } });
      expect(await inOrder(world, id, reset, () => users[name]({ body }))).toEqual(["done", ended]);
    }
    const left = await world.admin.query("select hash from shop.recovery_codes order by hash");
    expect(left.rows).toEqual(rows);
  });
});

test("the first of two concurrent changes of the password wins and ends the other's session", async ({
  world,
}) => {
  const { id, email, owner, intruder } = await sharedAccount(world);
  const change = (users: typeof owner, newPassword: string) => () =>
    users.changePassword({ body: { currentPassword: password, newPassword } });
  const calls = [change(owner, fresh), change(intruder, other)] as const;
  expect(await inOrder(world, id, ...calls)).toEqual(["done", ended]);
  expect(await logsIn(world, email, fresh)).toBe(true);
  expect(await owner.getMe()).toMatchObject({ id });
});

test("a change proven with a password that the same session has replaced meanwhile is refused", async ({
  world,
}) => {
  const { id, email, owner } = await sharedAccount(world);
  const change = (newPassword: string) => () =>
    owner.changePassword({ body: { currentPassword: password, newPassword } });
  expect(await inOrder(world, id, change(fresh), change(other))).toEqual([
    "done",
    "INVALID_CREDENTIALS",
  ]);
  expect(await logsIn(world, email, fresh)).toBe(true);
});

test("a change that runs while the account is deleted leaves neither a password nor a mail", async ({
  world,
}) => {
  const { id, owner, intruder } = await sharedAccount(world);
  const body = { currentPassword: password, newPassword: fresh };
  const ends = await inOrder(
    world,
    id,
    () => owner.deleteUser({ id }),
    () => intruder.changePassword({ body }),
  );
  expect(ends).toEqual(["done", ended]);
  const { rows } = await world.admin.query("select password_hash from shop.users where id = $1", [
    id,
  ]);
  expect(rows).toEqual([{ password_hash: unmatchableHash }]);
  expect((await world.admin.query("select from shop.account_mails")).rowCount).toBe(0);
});
