import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { addressedPicture, chosenPicture, keyedPicture, Picture } from "./picture.tsx";

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

test("a picture without known widths has no AVIF files, also as the wide image", () => {
  const image = addressedPicture("/media/up/0123/640.webp");
  if (image === null) throw new Error("no image");
  const wide = { image, media: "(min-width: 64rem)", sizes: "100vw" };
  const html = renderToStaticMarkup(createElement(Picture, { image, sizes: "100vw", wide }));
  expect(html).toContain('type="image/webp" srcSet="/media/up/0123/640.webp"');
  expect(html).not.toContain("avif");
});
