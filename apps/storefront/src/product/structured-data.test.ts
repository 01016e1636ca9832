import { describe, expect, test, vi } from "vitest";
import type { Shop } from "../lib/store.ts";
import type { PageImage } from "../product-data/page-product.ts";
import { coat, picture } from "../product-data/product.fixture.ts";
import { inlineJson, productJsonLd } from "./structured-data.ts";

const store = {
  name: "Sorvela",
  country: "US",
  currency: "USD",
  returnDays: 30,
  shipping: {
    methodName: "Standard",
    price: 9.99,
    freeAbove: 100,
    freeDomesticOnly: false,
    processingDays: { min: 1, max: 2 },
    transitDays: { min: 7, max: 10 },
  },
} as Shop;
const origin = "https://sorvela.example";

type Offered = { color: string; size: string; offers: Record<string, unknown> };

function variantsOf(stock: Record<string, number> = {}) {
  return productJsonLd(coat(stock), store, origin)["hasVariant"] as Offered[];
}

describe("a product with variants", () => {
  test("a sale price is valid until the end of the sale, other prices have no end", () => {
    const endsAt = "2026-11-20T12:00:00.000Z";
    const product = coat({});
    const variants = product.variants.map((variant, index) =>
      index === 0 ? { ...variant, regularPrice: 120 } : variant,
    );
    const onSale = { ...product, variants, sale: { endsAt } };
    const [first, second] = productJsonLd(onSale, store, origin)["hasVariant"] as Offered[];
    expect(first?.offers["priceValidUntil"]).toBe(endsAt);
    expect(second?.offers).not.toHaveProperty("priceValidUntil");
  });

  test("is a group of offers with price, currency and availability", () => {
    const [first, second] = variantsOf({ "Navy / M": 0 });
    expect(first).toMatchObject({
      color: "Navy",
      size: "S",
      offers: {
        url: "https://sorvela.example/product?link=coat&variant=navy-s",
        price: 90,
        priceCurrency: "USD",
        availability: "https://schema.org/InStock",
        shippingDetails: { shippingRate: { value: 9.99 } },
        hasMerchantReturnPolicy: { merchantReturnDays: 30 },
      },
    });
    expect(second?.offers["availability"]).toBe("https://schema.org/OutOfStock");
  });

  test("says that a store without returns permits none", () => {
    const shop = { ...store, returnDays: 0 };
    const [first] = productJsonLd(coat({}), shop, origin)["hasVariant"] as Offered[];
    expect(first?.offers["hasMerchantReturnPolicy"]).toEqual({
      "@type": "MerchantReturnPolicy",
      "@id": "#returns",
      applicableCountry: "US",
      returnPolicyCategory: "https://schema.org/MerchantReturnNotPermitted",
    });
  });

  test("contains the shipping terms once, and separate terms for free shipping", () => {
    const [cheap, dear, cheapAgain] = variantsOf();
    expect(dear?.offers["shippingDetails"]).toMatchObject({ shippingRate: { value: 0 } });
    expect(cheapAgain?.offers["shippingDetails"]).toEqual({ "@id": "#shipping" });
    expect(cheap?.offers["shippingDetails"]).toMatchObject({ "@id": "#shipping" });
  });

  test("shows each variant's first picture of its color or of all colors, else the product's first", () => {
    const product = coat();
    const shown = (...images: PageImage[]) =>
      (
        productJsonLd({ ...product, images }, store, origin)["hasVariant"] as { image: string[] }[]
      ).map(({ image }) => image[0]?.split("/").at(-2));
    const [navy, camel, all] = [
      picture("navy", "NAVY"),
      picture("camel", "Camel"),
      picture("all", null),
    ];
    expect(shown(camel, navy, all)).toEqual(["coat-navy", "coat-navy", "coat-camel", "coat-camel"]);
    expect(shown(all, navy)).toEqual(["coat-all", "coat-all", "coat-all", "coat-all"]);
    expect(shown(navy)).toEqual(["coat-navy", "coat-navy", "coat-navy", "coat-navy"]);
    expect(shown()).toEqual([undefined, undefined, undefined, undefined]);
  });

  test("folds the color of each picture once, whatever the number of variants", () => {
    const product = coat();
    const [first] = product.variants;
    if (first === undefined) throw new Error("The coat has no variant.");
    const variants = Array.from({ length: 60 }, () => first);
    const images = Array.from({ length: 250 }, (_, i) => picture(String(i), "İ".repeat(120)));
    const folds = vi.spyOn(String.prototype, "toLowerCase");
    try {
      productJsonLd({ ...product, variants, images }, store, origin);
      expect(folds.mock.calls.length).toBeLessThan(1000);
    } finally {
      folds.mockRestore();
    }
  });
});

test("a product without options has a single offer", () => {
  const product = coat();
  product.variants = product.variants.slice(0, 1);
  const data = productJsonLd(product, store, origin);
  expect(data).toMatchObject({ "@type": "Product", offers: { price: 90 } });
  expect(data).not.toHaveProperty("hasVariant");
});

test("has a rating only if there are reviews", () => {
  expect(productJsonLd(coat(), store, origin)).not.toHaveProperty("aggregateRating");
  const rated = { ...coat(), rating: { average: 4.4, count: 31 } };
  expect(productJsonLd(rated, store, origin)).toMatchObject({
    aggregateRating: { ratingValue: 4.4, reviewCount: 31 },
  });
});

test("a name can't end the script element", () => {
  const text = inlineJson({ "@type": "Product", name: "</script><script>alert(1)</script>" });
  expect(text).not.toContain("<");
  expect(JSON.parse(text)).toMatchObject({ name: "</script><script>alert(1)</script>" });
});
