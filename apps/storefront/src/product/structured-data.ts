import { productPath } from "@vetrina/commerce/shop-paths";
import type { JsonLd } from "../lib/seo.ts";
import type { Shop } from "../lib/store.ts";
import { maxListedVariants } from "../product-data/packed-variants.ts";
import { colorOf } from "../product-data/selection.ts";
import type { PageImage, PageProduct, PageVariant } from "../product-data/page-product.ts";

const schema = "https://schema.org/";

/** JSON that can safely be placed inside a script element. */
export function inlineJson(data: JsonLd): string {
  return JSON.stringify({ "@context": "https://schema.org", ...data }).replaceAll("<", "\\u003c");
}

/** Maximum length of all listed variants together, in characters. Their URLs and names may be long. */
const maxVariantsLength = 20_000;

/** The structured data of a product for search engines: a Product, or a ProductGroup with its variants. */
export function productJsonLd(product: PageProduct, store: Shop, origin: string): JsonLd {
  const [only, ...others] = product.variants;
  const pictureOf = colorPictures(product, origin);
  // The ids of the terms already written. Offers share terms, so only the first offer contains them; the others refer
  // to them.
  const written = new Set<string>();
  const shared = {
    name: product.name,
    description: product.metaDescription,
    url: `${origin}${productPath(product.link)}`,
    brand: { "@type": "Brand", name: product.vendor ?? store.name },
    ...(product.category ? { category: product.category } : {}),
    ...(product.composition ? { material: product.composition } : {}),
    ...ratingOf(product),
  };
  if (!only || others.length === 0)
    return {
      "@type": "Product",
      ...shared,
      image: addresses(product.images, origin),
      ...(only?.sku ? { sku: only.sku } : {}),
      ...(only ? { offers: offerOf(product, only, store, origin, written) } : {}),
    };
  return {
    "@type": "ProductGroup",
    ...shared,
    productGroupID: product.id,
    image: addresses(product.images, origin),
    variesBy: product.options.map(({ name }) => `${schema}${propertyOf(product, name)}`),
    hasVariant: variantsJsonLd(product, (variant) => ({
      ...variantJsonLd(product, variant),
      ...pictureOf(variant),
      offers: offerOf(product, variant, store, origin, written),
    })),
  };
}

function variantsJsonLd(
  { variants }: PageProduct,
  describe: (variant: PageVariant) => JsonLd,
): JsonLd[] {
  const listed: JsonLd[] = [];
  let length = 0;
  for (const variant of variants.slice(0, maxListedVariants)) {
    const one = describe(variant);
    length += JSON.stringify(one).length;
    if (listed.length > 0 && length > maxVariantsLength) break;
    listed.push(one);
  }
  return listed;
}

function variantJsonLd(product: PageProduct, variant: PageVariant): JsonLd {
  return {
    "@type": "Product",
    name: `${product.name}, ${variant.name}`,
    ...(variant.sku ? { sku: variant.sku } : {}),
    ...Object.fromEntries(
      Object.entries(variant.options).map(([name, value]) => [propertyOf(product, name), value]),
    ),
  };
}

/**
 * Returns a function that finds a variant's picture: the first of picturesOf(). Variants without a color get none.
 * Indexes the pictures by color once, because converting to lower case is slow for some scripts.
 */
function colorPictures(
  product: PageProduct,
  origin: string,
): (variant: PageVariant) => { image?: string[] } {
  const { images } = product;
  const first = new Map<string | undefined, number>();
  for (const [at, image] of images.entries()) {
    const color = image.color?.toLowerCase();
    if (!first.has(color)) first.set(color, at);
  }
  const forAll = first.get(undefined) ?? Infinity;
  return (variant) => {
    const color = colorOf(product, variant);
    if (!color) return {};
    const image = images[Math.min(first.get(color.toLowerCase()) ?? Infinity, forAll)] ?? images[0];
    return { image: image ? addresses([image], origin) : [] };
  };
}

function propertyOf({ kinds }: PageProduct, optionName: string): string {
  if (kinds.color === optionName) return "color";
  return kinds.size === optionName ? "size" : optionName.toLowerCase();
}

const maxListedPictures = 10;

/** The URLs of the product's first photos, without drawings and close-ups, which are only for visitors. */
function addresses(images: readonly PageImage[], origin: string): string[] {
  return images
    .filter(({ kind }) => kind === "PHOTO")
    .slice(0, maxListedPictures)
    .map(({ url }) => new URL(url, origin).href);
}

function days({ min, max }: { min: number; max: number }) {
  return { "@type": "QuantitativeValue", minValue: min, maxValue: max, unitCode: "DAY" };
}

/** The product's rating as structured data; empty if there are no reviews. */
function ratingOf({ rating }: PageProduct) {
  if (rating.average === null || rating.count === 0) return {};
  return {
    aggregateRating: {
      "@type": "AggregateRating",
      ratingValue: rating.average,
      reviewCount: rating.count,
    },
  };
}

function offerOf(
  product: PageProduct,
  variant: PageVariant,
  store: Shop,
  origin: string,
  written: Set<string>,
) {
  const availability =
    variant.stock > 0 ? "InStock" : variant.available ? "BackOrder" : "OutOfStock";
  return {
    "@type": "Offer",
    url: `${origin}${productPath(product.link, variant.slug)}`,
    price: variant.price,
    priceCurrency: product.currency,
    availability: schema + availability,
    ...(product.sale && variant.regularPrice !== null
      ? { priceValidUntil: product.sale.endsAt }
      : {}),
    ...(store.shipping && {
      shippingDetails: once(written, shippingOf(store, store.shipping, variant.price)),
    }),
    hasMerchantReturnPolicy: once(written, returnsOf(store)),
  };
}

function once(written: Set<string>, terms: { "@id": string }) {
  const id = terms["@id"];
  if (written.has(id)) return { "@id": id };
  written.add(id);
  return terms;
}

function shippingOf(
  { country, currency }: Shop,
  shipping: NonNullable<Shop["shipping"]>,
  price: number,
) {
  const free = shipping.freeAbove !== null && price > shipping.freeAbove;
  return {
    "@type": "OfferShippingDetails",
    "@id": free ? "#free-shipping" : "#shipping",
    shippingRate: {
      "@type": "MonetaryAmount",
      value: free ? 0 : shipping.price,
      currency,
    },
    shippingDestination: { "@type": "DefinedRegion", addressCountry: country },
    deliveryTime: {
      "@type": "ShippingDeliveryTime",
      handlingTime: days(shipping.processingDays),
      transitTime: days(shipping.transitDays),
    },
  };
}

function returnsOf({ country, returnDays }: Shop) {
  const policy = {
    "@type": "MerchantReturnPolicy",
    "@id": "#returns",
    applicableCountry: country,
  };
  if (returnDays === 0)
    return { ...policy, returnPolicyCategory: `${schema}MerchantReturnNotPermitted` };
  return {
    ...policy,
    returnPolicyCategory: `${schema}MerchantReturnFiniteReturnWindow`,
    merchantReturnDays: returnDays,
    returnMethod: `${schema}ReturnByMail`,
  };
}
