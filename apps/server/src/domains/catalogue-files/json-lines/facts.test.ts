import { expect } from "vitest";
import { seedStore } from "#tests/seed.ts";
import { test } from "#tests/world.ts";
import { updateStore } from "../../stores/update-store.ts";
import { bring, withoutIds, write } from "./json-lines.fixture.ts";

const body = {
  promises: { refundDays: { min: 2, max: 3 }, damageReportHours: 72, warrantyYears: 2 },
  season: { name: "Winter", text: "Nearly here." },
  launch: { startsOn: "2026-09-01", launchesOn: "2027-02-01" },
  socialLinks: [{ network: "instagram" as const, url: "https://www.instagram.com/atelier" }],
  liveChat: { href: "mailto:chat@atelier.example", hours: null },
};

test("the catalogue file contains a store's promises, season, launch, social links and chat", async ({
  world,
}) => {
  const first = await seedStore(world);
  expect(await write(world, first)).not.toContain('"facts"');
  await updateStore(await world.system(first), { id: first, body });
  const file = await write(world, first);
  const lines = file.split("\n").filter((line) => line.includes('"facts"'));
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([{ type: "facts", ...body }]);

  const second = await seedStore(world);
  expect(await bring(world, second, file)).toMatchObject({ outcome: "imported", errors: [] });
  const { liveChat, ...rest } = body;
  expect(await world.client().stores.getStore({ id: second })).toMatchObject({ ...rest, liveChat });
  expect(withoutIds(await write(world, second))).toEqual(withoutIds(file));
  const { version } = await world.client().stores.getStore({ id: second });
  await bring(world, second, file);
  expect((await world.client().stores.getStore({ id: second })).version).toBe(version);

  const wrong = file.replace("https://www.instagram.com/", "https://evil.example/");
  const refused = await bring(world, second, wrong);
  expect(refused.outcome).toBe("rejected");
  expect(refused.errors).toMatchObject([{ column: "socialLinks.0.url" }]);
});
