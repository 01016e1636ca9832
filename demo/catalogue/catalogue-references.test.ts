import { describe, expect, test } from "vitest";
import { collections } from "./collections.ts";
import { discounts } from "./discounts.ts";
import { help } from "./help.ts";
import { placeholders, policies } from "./policies.ts";
import { reviews } from "./reviews.ts";
import { shipping } from "./shipping.ts";
import { products as sorvela } from "./sorvela.ts";
import { demoStores } from "./stores.ts";
import { products as tordo } from "./tordo.ts";
import type { DemoProduct, StoreSlug } from "./types.ts";
import { upsells } from "./upsells.ts";

const catalogues: [StoreSlug, DemoProduct[]][] = [
  ["sorvela", sorvela],
  ["tordo", tordo],
];
const policyTags = new Set(["h2", "p", "ul", "ol", "li", "strong", "em", "a"]);

describe.each(catalogues)("%s", (slug, products) => {
  const byLink = new Map(products.map((product) => [product.link, product]));
  const price = (link: string) => byLink.get(link)?.price ?? 0;
  const store = demoStores.find((store) => store.slug === slug);
  const paths = new Set(
    collections[slug].flatMap(({ link, aliases = [] }) => [link].concat(aliases)),
  );

  test("reviews belong to existing products and are dated after their release", () => {
    const early = reviews[slug].filter(
      ({ link, daysOld }) =>
        !Number.isInteger(daysOld) || daysOld >= (byLink.get(link)?.daysOld ?? 0),
    );
    expect(early).toEqual([]);
  });

  test("ratings are distributed realistically", () => {
    const groups = Map.groupBy(reviews[slug], (review) => review.link);
    const share = groups.size / products.length;
    expect(share).toBeGreaterThan(0.35);
    expect(share).toBeLessThanOrEqual(0.5);
    expect(Math.max(...[...groups.values()].map((group) => group.length))).toBeLessThanOrEqual(14);
    const sum = reviews[slug].reduce((sum, review) => sum + review.rating, 0);
    expect(sum / reviews[slug].length).toBeGreaterThan(4.3);
    expect(sum / reviews[slug].length).toBeLessThan(4.5);
    expect(reviews[slug].some((review) => review.rating <= 2)).toBe(true);
  });

  test("no review is repeated", () => {
    expect(repeated(reviews[slug].map((review) => review.content))).toEqual([]);
    expect(repeated(reviews[slug].map((review) => review.title))).toEqual([]);
  });

  test("every product has three or four upsells", () => {
    const related = Map.groupBy(
      upsells[slug].filter((upsell) => upsell.type === "RELATED"),
      (upsell) => upsell.link,
    );
    const short = products.filter(({ link }) => ![3, 4].includes(related.get(link)?.length ?? 0));
    expect(short.map((product) => product.link)).toEqual([]);
    expect(repeated(upsells[slug].map(({ link, type, to }) => `${link} ${type} ${to}`))).toEqual(
      [],
    );
    expect(
      upsells[slug].filter(({ link, to }) => !byLink.has(link) || !byLink.has(to) || to === link),
    ).toEqual([]);
  });

  test("men's products are not paired with women's, nor the reverse", () => {
    const mixed = upsells[slug].filter(({ link, to }) => {
      const both = new Set([byLink.get(link)?.department, byLink.get(to)?.department]);
      return both.has("women") && both.has("men");
    });
    expect(mixed).toEqual([]);
  });

  test("an upsell is more expensive", () => {
    const cheaper = upsells[slug].filter(
      ({ link, type, to }) => type === "UPSELL" && price(to) <= price(link),
    );
    expect(cheaper).toEqual([]);
  });

  test("every collection can be resolved and has products", () => {
    expect(paths.size).toBe(
      collections[slug].reduce((sum, { aliases = [] }) => sum + 1 + aliases.length, 0),
    );
    const named = collections[slug].flatMap(({ rule }) => (rule.by === "links" ? rule.links : []));
    expect(named.filter((link) => !byLink.has(link))).toEqual([]);
    const filled = new Set<string>(products.map((product) => product.category));
    const categories = collections[slug].flatMap(({ rule }) =>
      rule.by === "category" ? [rule.category] : [],
    );
    expect(categories.filter((category) => !filled.has(category))).toEqual([]);
  });

  test("the store's links lead to collections or known pages", () => {
    const pages = new Set(["/collections", "/size-guide", "/support"]);
    const blocks = store ? [store.home.hero, ...store.home.editorial] : [];
    const hrefs = [...(store?.navigation ?? []), ...blocks.map((block) => block.action)].map(
      (action) => action.href,
    );
    expect(hrefs.length).toBeGreaterThan(5);
    expect(
      hrefs.filter(
        (href) => !pages.has(href) && !paths.has(href.replace(/^\/(collection\?link=)?/, "")),
      ),
    ).toEqual([]);
    expect(paths.has(store?.home.featured.collection ?? "")).toBe(true);
  });

  test("policies are complete and well formed", () => {
    expect(policies[slug].map((policy) => policy.type).toSorted()).toEqual([
      "LEGAL_NOTICE",
      "PRIVACY_POLICY",
      "REFUND_POLICY",
      "SHIPPING_POLICY",
      "TERMS_OF_SERVICE",
    ]);
    const faulty = policies[slug].filter(({ content }) => {
      const tags = [...content.matchAll(/<(\/?)([a-z0-9]+)/g)];
      return (
        tags.some(([, , tag = ""]) => !policyTags.has(tag)) ||
        tags.filter((tag) => tag[1] === "/").length * 2 !== tags.length
      );
    });
    expect(faulty).toEqual([]);
  });

  test("policies and help use the delivery data of the shipping table", () => {
    const text = JSON.stringify([policies[slug], help[slug]]);
    const left = [...text.matchAll(/\{\{(.*?)\}\}/g)].map((match) => match[1] ?? "");
    expect(left.filter((name) => !Object.keys(placeholders).includes(name))).toEqual([]);
    expect(text).not.toMatch(/[$€]\s?\d/);
    const refund = policies[slug].find((policy) => policy.type === "REFUND_POLICY")?.content;
    const figures = [
      "{{returnDays}} days",
      "{{refundDays}} business days",
      "within {{damageReportHours}} hours",
      "{{warrantyYears}}-year",
    ];
    expect(figures.filter((figure) => !refund?.includes(figure))).toEqual([]);
  });

  test("help has four steps, three questions and complete charts", () => {
    const { sizeCharts, shippingSteps, returnSteps, faq, company } = help[slug];
    const clothes = slug === "sorvela" ? ["Women", "Men"] : [];
    expect(sizeCharts.map((chart) => chart.name)).toEqual([...clothes, "Shoes", "Accessories"]);
    expect([shippingSteps.length, returnSteps.length, faq.length]).toEqual([4, 4, 3]);
    expect(company.map((one) => one.title)).toEqual(["About", "Careers", "Press", "Partners"]);
    const ragged = sizeCharts.filter(({ columns, rows }) =>
      rows.some((row) => row.length !== columns.length || row.includes("")),
    );
    expect(ragged).toEqual([]);
  });

  test("every size sold has a row in its chart", () => {
    const unknown = products.filter((product) => {
      const rows = help[slug].sizeCharts.find((chart) => chart.name === chartOf(product))?.rows;
      const known = rows?.map((row) => row[product.category === "shoes" ? 1 : 0]);
      return product.sizes.some((size) => !known?.includes(size));
    });
    expect(unknown.map((product) => product.link)).toEqual([]);
  });

  test("shipping covers every country once, from a home region with Standard", () => {
    const { regions, homeRegion } = shipping[slug];
    const countries = regions.flatMap((region) => region.countries);
    expect(repeated(countries)).toEqual([]);
    expect(countries).toContain("*");
    const home = regions.find((region) => region.name === homeRegion);
    expect(home?.countries).toContain(store?.homeMarket);
    expect(home?.methods[0]?.name).toBe("Standard");
    const methods = regions.flatMap((region) => region.methods);
    const nextDays = methods.filter(({ name }) => name === "Next Day");
    expect(nextDays.map(({ transit, processing }) => (processing?.max ?? 9) + transit.max)).toEqual(
      [1],
    );
    expect(methods.filter(({ price, transit }) => price <= 0 || transit.max < transit.min)).toEqual(
      [],
    );
  });

  test("discount codes are unique and cover every type and limit", () => {
    const codes = discounts[slug];
    expect(repeated(codes.map((discount) => discount.code))).toEqual([]);
    expect(new Set(codes.map((discount) => discount.type)).size).toBe(3);
    expect(codes.some((discount) => (discount.endsInDays ?? 1) < 0)).toBe(true);
    expect(codes.some((discount) => discount.usageLimit)).toBe(true);
    expect(codes.some((discount) => discount.minimumSubtotal)).toBe(true);
    expect(codes.filter(({ type, value }) => value > 0 === (type === "FREE_SHIPPING"))).toEqual([]);
  });
});

test("Sorvela has a collection for each navigation target", () => {
  const links = collections.sorvela.flatMap(({ link, aliases = [] }) => [link].concat(aliases));
  expect(links).toEqual(
    expect.arrayContaining(
      "dresses tops bottoms outerwear accessories shoes women men new new-arrivals sale".split(" "),
    ),
  );
});

function chartOf({ category, department }: DemoProduct): string {
  if (category === "shoes") return "Shoes";
  if (category === "accessories") return "Accessories";
  return department === "women" ? "Women" : "Men";
}

function repeated(values: string[]): string[] {
  const seen = new Set<string>();
  return values.filter((value) => seen.size === seen.add(value).size);
}
