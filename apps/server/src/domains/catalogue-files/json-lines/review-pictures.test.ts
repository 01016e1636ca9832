import { expect } from "vitest";
import { seedStore } from "#tests/seed.ts";
import { test } from "#tests/world.ts";
import { bring, fullStore, write } from "./json-lines.fixture.ts";

test("a review has at most four pictures even if a file contains it several times, and storage limits apply", async ({
  world,
}) => {
  const file = await write(world, await fullStore(world));
  const lines = file.trim().split("\n");
  const review = lines.filter((line) => line.startsWith('{"type":"review",'));
  const at = lines.findIndex((line) => line.startsWith('{"type":"reviewPicture"'));
  const picture = lines.slice(at, at + 2);
  const twice = [...review, ...picture, ...review, ...picture];
  const again = [...twice, ...twice];
  const other = await seedStore(world);
  const { outcome, errors } = await bring(world, other, [...lines, ...again].join("\n"));
  expect([outcome, errors.map(({ message }) => message)]).toEqual([
    "rejected",
    ["a review can have at most 4 pictures"],
  ]);
  expect((await bring(world, other, lines.join("\n"))).outcome).toBe("imported");
  world.services.maxPictureBytes = 1;
  const more = [...review, ...picture].map((line) => line.replace('"title":"Fine"', '"title":"T"'));
  const refused = await bring(world, other, [...lines, ...more].join("\n"));
  expect(refused.errors).toMatchObject([{ message: expect.stringMatching(/storage .* is full/) }]);
});
