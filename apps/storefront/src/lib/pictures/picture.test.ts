import { expect, test } from "vitest";
import { chosenPicture, keyedPicture } from "./picture.tsx";

test.each([
  [2400, [360, 640, 960, 1600, 2400]],
  [1600, [360, 640, 960, 1600]],
  [700, [360, 640]],
  [200, [200]],
])("a picture of %d pixels is requested in the widths that the server makes", (width, widths) => {
  const picture = { key: "up/0123", alt: "A coat", width, height: 100 };
  expect(keyedPicture(picture)).toEqual({
    url: "/media/up/0123/640.webp",
    alt: "A coat",
    width,
    height: 100,
    widths,
  });
});

test("a picture that hasn't been chosen is null", () => {
  expect(chosenPicture(null)).toBeNull();
});
