import { expect } from "vitest";
import { seedStore } from "#tests/seed.ts";
import { test } from "#tests/world.ts";
import { seedUser, tokenIn } from "./user.fixture.ts";

test("the mail about a reset names the store where it was requested, not the platform host's store", async ({
  world,
}) => {
  await seedStore(world, { slug: "first", name: "First" });
  await seedStore(world, { slug: "home", name: "Home" });
  const { email } = await seedUser(world, "ada@example.com");
  await world.client({ host: "home.localhost" }).users.forgotPassword({ body: { email } });
  const token = tokenIn((await world.sendMails()).at(-1));
  await world.client().users.resetPassword({ body: { token, password: "summer hats in may" } });
  const mail = (await world.sendMails()).at(-1);
  expect(mail?.subject).toBe("Your password for Vetrina was changed");
  expect(mail?.text).toContain("requested at the store Home, which runs on Vetrina.");
  expect(mail?.text).toContain(`${world.services.publicUrl}/reset-password?store=home`);
  expect(mail?.text).not.toMatch(/first|reply to/i);
});
