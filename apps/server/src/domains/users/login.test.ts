import { expect } from "vitest";
import { test } from "../../../../../tests/world.ts";
import { generatePassword } from "../../platform/auth/password.ts";
import { password, seedUser, signIn } from "./user.fixture.ts";

test("e-mail and password give tokens that open /users/me", async ({ world }) => {
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

test("an unknown e-mail, a wrong password and a deleted user get the very same refusal", async ({
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
      code: "INVALID_CREDENTIALS",
      statusCode: 401,
      message: "The e-mail or the password is not right.",
      details: null,
    });
});

test("an unknown e-mail takes as long as a wrong password", async ({ world }) => {
  const known: number[] = [];
  const unknown: number[] = [];
  for (let round = 0; round < 7; round++) {
    const user = await seedUser(world);
    known.push(await timeOf(world, user.email));
    unknown.push(await timeOf(world, `nobody-${round}@example.com`));
  }
  const ratio = median(unknown) / median(known);
  expect(ratio).toBeGreaterThan(0.5);
  expect(ratio).toBeLessThan(2);
});

test("tries with one e-mail are counted wherever they come from, without keeping the address", async ({
  world,
}) => {
  const { email } = await seedUser(world);
  const codes: string[] = [];
  for (let i = 0; i < 25; i++) {
    const client = world.client({ address: `198.51.100.${i}` });
    const body = { email: i % 2 === 0 ? email : email.toUpperCase(), password: generatePassword() };
    codes.push(await client.users.login({ body }).then(String, (error) => error.code));
  }
  // The minute may turn in between, which lets at most ten more through.
  expect(codes.filter((code) => code === "RATE_LIMITED").length).toBeGreaterThanOrEqual(5);
  expect(new Set(codes)).toEqual(new Set(["INVALID_CREDENTIALS", "RATE_LIMITED"]));
  const { rows } = await world.admin.query("select bucket from shop.rate_limits");
  expect(JSON.stringify(rows).toLowerCase()).not.toContain(email);
});

test.extend({ options: { rateLimits: true } })(
  "one address has so many tries a minute, whatever the e-mail",
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

test("/users/me is refused without a token and once the user is deleted", async ({ world }) => {
  await expect(world.client().users.getMe({})).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
  const { id, accessToken } = await signIn(world);
  await world.admin.query("update shop.users set deleted_at = now() where id = $1", [id]);
  await expect(world.client({ accessToken }).users.getMe({})).rejects.toMatchObject({
    code: "UNAUTHENTICATED",
  });
});

async function timeOf(world: Parameters<typeof seedUser>[0], email: string): Promise<number> {
  const start = performance.now();
  await world
    .client()
    .users.login({ body: { email, password: "wrong" } })
    .catch(() => {});
  return performance.now() - start;
}

function median(values: number[]): number {
  return values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
