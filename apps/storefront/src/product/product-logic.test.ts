import { analytics } from "@vetrina/contract/stores/analytics";
import { inches } from "@vetrina/commerce/products/inches";
import { maxReviewPhotoBytes, maxReviewPhotos } from "@vetrina/contract/catalogue/reviews";
import { describe, expect, test } from "vitest";
import { trackPath } from "../lib/analytics.ts";
import { trailOf } from "./breadcrumbs.tsx";
import { businessDaysText, deliveryText, shippingTo } from "./delivery.ts";
import {
  chartCell,
  chartFor,
  measuredSizes,
  measuringOf,
  ownChart,
} from "./sizes/measurement-charts.ts";
import { coat } from "../product-data/product.fixture.ts";
import { fitOf } from "./reviews/review-figures.ts";
import { malformedOrderNumber } from "../order/order-number.ts";
import { errorsOf, receivedText, reviewBody, serverErrors } from "./reviews/review-input.ts";
import { maxPhotos, withFiles } from "./reviews/review-photos.ts";
import { parseVoteTokens, withVoteToken } from "./reviews/vote-tokens.ts";
import { swipeOf, wholeView, within, zoomAt } from "./gallery/zoom.ts";

test("events are sent to the contract's endpoint", () => {
  const { method, path } = analytics.trackEventByOneHour;
  expect([method, `/api/v1${path}`]).toEqual(["POST", trackPath]);
});

describe("zoom", () => {
  const picture = { width: 400, height: 500, ownWidth: 2400 };
  const frame = { width: 400, height: 800 };

  test("the point under the pointer stays in place", () => {
    const at = { x: 100, y: 50 };
    const view = zoomAt(wholeView, 3, at, picture, frame);
    expect(view.scale).toBe(3);
    expect((at.x - view.x) / view.scale).toBeCloseTo(at.x);
    expect((at.y - view.y) / view.scale).toBeCloseTo(at.y);
  });

  test("the scale stays between the fitted size and four times that size", () => {
    expect(zoomAt({ scale: 2, x: 200, y: 0 }, 0.1, { x: 9, y: 9 }, picture, frame)).toEqual(
      wholeView,
    );
    expect(zoomAt(wholeView, 99, { x: 0, y: 0 }, picture, frame).scale).toBe(4);
  });

  test.each([
    [960, 400, 2.4],
    [960, 720, 960 / 720],
    [960, 960, 1],
    [200, 400, 1],
    [960, 0, 1],
  ])(
    "an image of %d pixels, displayed at a width of %d, can be enlarged %d times",
    (own, shown, most) => {
      const shape = { width: shown, height: shown * 1.25, ownWidth: own };
      expect(zoomAt(wholeView, 99, { x: 0, y: 0 }, shape, frame).scale).toBe(most);
    },
  );

  test("the image always fills the frame", () => {
    expect(within({ scale: 2, x: 999, y: -999 }, picture, frame)).toEqual({
      scale: 2,
      x: 200,
      y: -100,
    });
  });

  test.each([
    [{ x: -50, y: 10 }, "next"],
    [{ x: 50, y: -10 }, "previous"],
    [{ x: 49, y: 0 }, null],
    [{ x: -80, y: 90 }, null],
  ])("a movement of %j is %s", (way, swipe) => {
    expect(swipeOf(way)).toBe(swipe);
  });
});

describe("measurements", () => {
  test.each([
    ["outerwear", "The garment itself, laid flat"],
    ["Dresses", "The garment itself, laid flat"],
    ["shoes", "The shoe itself, standing on its sole"],
    ["accessories", "The item itself, empty and unstretched"],
    ["Candles", "The item itself"],
    [null, "The item itself"],
  ])("says how the measurements of %s were taken", (category, text) => {
    expect(measuringOf(category).text).toContain(text);
    expect(measuringOf(category).title === "Measured flat").toBe(text.includes("garment"));
  });

  test.each([
    [105, "41¼"],
    [60, "23½"],
    [2.54, "1"],
  ])("%d cm are %s in", (centimeters, text) => {
    expect(inches(centimeters)).toBe(text);
  });

  test("converts only the lengths of a chart", () => {
    expect(chartCell("Bust", "76", "in")).toBe("30");
    expect(chartCell("Bust", "76", "cm")).toBe("76");
    expect(chartCell("EU", "38", "in")).toBe("38");
    expect(chartCell("Waist", "70-74", "in")).toBe("70-74");
    expect(chartCell("Waist", "", "in")).toBe("");
  });

  test("uses the category's chart, else the department's", () => {
    const charts = ["Women", "Men", "Shoes"].map((name) => ({ name, columns: [], rows: [] }));
    const chart = (category: string | null, department: "women" | "men" | "unisex" | null) =>
      chartFor(charts, { category, department })?.name;
    expect(chart("shoes", "women")).toBe("Shoes");
    expect(chart("tops", "women")).toBe("Women");
    expect(chart("tops", "unisex")).toBe("Men");
    expect(chart(null, null)).toBe("Men");
    // Accessories such as bags aren't measured on a body.
    expect(chart("accessories", "women")).toBeUndefined();
    expect(chartFor([], { category: null, department: null })).toBeUndefined();
  });

  test("lists sizes in the order in which they are offered", () => {
    const product = coat();
    product.measurements = [{ label: "Length", letter: "A", bySize: { M: 2, S: 1 } }];
    expect(measuredSizes(product)).toEqual(["S", "M"]);
    expect(measuredSizes({ ...product, options: [] })).toEqual(["M", "S"]);
    expect(ownChart(product)).toEqual([]);
    product.bodyMeasurements = [
      { label: "Bust", bySize: { M: 88, S: 84 } },
      { label: "Calf", bySize: { M: 36.5 } },
    ];
    expect(ownChart(product)).toEqual([
      {
        name: "This item",
        columns: ["Size", "Bust", "Calf"],
        rows: [
          ["S", "84", ""],
          ["M", "88", "36.5"],
        ],
      },
    ]);
  });
});

test("formats delivery times", () => {
  const day = { min: 1, max: 1 };
  const shipping = { methodName: "Standard", price: 9.99, freeAbove: 100, freeDomesticOnly: false };
  expect(
    businessDaysText({
      ...shipping,
      processingDays: { min: 1, max: 2 },
      transitDays: { min: 7, max: 10 },
    }),
  ).toBe("8-12 business days");
  expect(businessDaysText({ ...shipping, processingDays: day, transitDays: day })).toBe(
    "2 business days",
  );
  const none = { min: 0, max: 0 };
  expect(businessDaysText({ ...shipping, processingDays: none, transitDays: day })).toBe(
    "1 business day",
  );
  expect(deliveryText({ from: "2026-12-02", to: "2026-12-02" }, "en-US")).toBe("Wed, Dec 2");
  expect(deliveryText({ from: "2026-12-02", to: "2026-12-08" }, "en-US")).toMatch(
    /^Wed, Dec 2\s–\sTue, Dec 8$/,
  );
  expect(shippingTo("Express", "US", "en-US")).toBe("Express shipping to the United States");
});

function pathsOf(patch: object) {
  return trailOf({ ...coat(), ...patch }).map(({ path }) => path);
}

test("builds a product's breadcrumbs", () => {
  expect(pathsOf({})).toEqual(["/", "/women", "/product?link=coat"]);
  expect(pathsOf({ department: "unisex" })).toEqual(["/", "/outerwear", "/product?link=coat"]);
  expect(pathsOf({ department: null, category: "Hats" })).toEqual(["/", "/product?link=coat"]);
});

test("calculates the average fit between small and large", () => {
  expect(fitOf({ small: 0, true: 0, large: 0 })).toBeNull();
  expect(fitOf({ small: 1, true: 8, large: 1 })).toEqual({
    at: 0.5,
    text: "True to size",
    count: 10,
    agreeing: 8,
  });
  expect(fitOf({ small: 5, true: 1, large: 0 })).toMatchObject({ text: "Runs small", agreeing: 5 });
  expect(fitOf({ small: 2, true: 1, large: 2 })).toMatchObject({ at: 0.5, agreeing: null });
  expect(fitOf({ small: 1, true: 3, large: 0 })).toMatchObject({
    text: "True to size",
    agreeing: 3,
  });
  expect(fitOf({ small: 0, true: 0, large: 1 })).toMatchObject({ at: 1, text: "Runs large" });
});

const noOrder = { orderNumber: "", email: "" };

test("a review needs a name, a title and a text", () => {
  const review = { ...noOrder, name: "Ada", title: " ", content: "", rating: 5, fit: null };
  expect(Object.keys(errorsOf(review))).toEqual(["title", "content"]);
  const whole = { ...review, title: "x", content: "y" };
  expect(errorsOf(whole)).toEqual({});
  expect(reviewBody(whole)).not.toHaveProperty("order");
  for (const orderNumber of ["12345", "ABCD-123", "ABCD-12345"])
    expect(errorsOf({ ...whole, orderNumber, email: "a@b.co" })).toEqual({
      orderNumber: malformedOrderNumber,
    });
  const given = { ...whole, orderNumber: " #7k3m 9qxz " };
  expect(Object.keys(errorsOf({ ...given, email: "a@" }))).toEqual(["email"]);
  expect(Object.keys(errorsOf({ ...whole, email: "a@b.co" }))).toEqual(["orderNumber"]);
  expect(reviewBody({ ...given, email: "a@b.co " })).toMatchObject({
    order: { reference: "7K3M-9QXZ", email: "a@b.co" },
  });
});

test("the answer to a review says whether it is marked as verified, or why not", () => {
  const order = { reference: "7K3M-9QXZ", email: "a@b.co" };
  expect(receivedText({}, false)).not.toMatch(/verified/);
  expect(receivedText({ order }, true)).toMatch(/ It's marked as verified\.$/);
  expect(receivedText({}, true)).toMatch(/ It's marked as verified\.$/);
  expect(receivedText({ order }, false)).toMatch(/ It isn't marked as verified\. For that, /);
});

function photo(name: string, type = "image/png", size = maxReviewPhotoBytes): File {
  return { name, type, size, lastModified: 1 } as File;
}

test("limits a review's pictures in number, size and type as the API does, and shows an error for each", () => {
  expect(maxPhotos).toBe(maxReviewPhotos);
  const { photos, error } = withFiles(
    [],
    [photo("a"), photo("b", "image/svg+xml"), photo("c", "image/png", maxReviewPhotoBytes + 1)],
  );
  expect(photos.map((one) => one.error)).toEqual([
    null,
    expect.stringMatching(/JPEG/),
    expect.stringMatching(/8 MB/),
  ]);
  expect(error).toBeNull();
  // Adding the same file again changes nothing. Files beyond four are left out.
  const more = withFiles(photos, [photo("a"), photo("d"), photo("e"), photo("f")]);
  expect(more.photos.map(({ file }) => file.name)).toEqual(["a", "b", "c", "d"]);
  expect(more.error).toBe("A review can have at most 4 pictures: 2 were left out.");
});

test("shows the API's errors at their fields, else for the whole form", () => {
  const details = [{ path: "body.title", message: "Too long." }];
  const refused = { code: "VALIDATION_FAILED", message: "Check the fields.", details };
  expect(serverErrors(refused)).toEqual({ title: "Too long." });
  expect(serverErrors({ ...refused, details: null })).toEqual({ form: "Check the fields." });
  expect(serverErrors({ ...refused, code: "RATE_LIMITED" })).toEqual({ form: "Check the fields." });
});

test("stores the votes of the latest two hundred reviews, even after invalid storage", () => {
  for (const broken of [
    null,
    "",
    "{",
    "null",
    '{"a":"b"}',
    '["a",["a"],["a",1],[1,"b"],["a","b","c"]]',
  ])
    expect(parseVoteTokens(broken)).toEqual([]);
  const one = withVoteToken(parseVoteTokens('[["r1","v1"]]'), "r2", "v2");
  expect(parseVoteTokens(JSON.stringify(one))).toEqual([
    ["r1", "v1"],
    ["r2", "v2"],
  ]);
  expect(withVoteToken(one, "r1", "v9").at(-1)).toEqual(["r1", "v9"]);
  expect(withVoteToken(one, "r1", null)).toEqual([["r2", "v2"]]);
  const many = Array.from({ length: 200 }, (_, i) => [`r${i}`, "v"] as const);
  expect(withVoteToken(many, "new", "v")).toHaveLength(200);
});
