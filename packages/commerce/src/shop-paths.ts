/** Categories whose product list has a short URL. */
export const categoryLinks = ["dresses", "tops", "bottoms", "outerwear", "accessories", "shoes"];

/** Collections whose product list has a short URL: /women instead of /collections/women. */
const shortLinks = new Set(["new-arrivals", "sale", "women", "men", ...categoryLinks]);

/** The canonical path of a product's page, with the variant's slug if there is one. */
export function productPath(link: string, variantSlug?: string): string {
  const query = new URLSearchParams({ link });
  if (variantSlug) query.set("variant", variantSlug);
  return `/product?${query.toString()}`;
}

/** The path of a collection's product list. */
export function collectionPath(link: string): string {
  return shortLinks.has(link) ? `/${link}` : `/collections/${encodeURIComponent(link)}`;
}

/** The path of a category's product list. */
export function categoryPath(value: string): string {
  return categoryLinks.includes(value)
    ? `/${value}`
    : `/collection?category=${encodeURIComponent(value)}`;
}

/** The path of a page in a language, given by its code, such as DE. null: the store's default language. */
export function pathIn(path: string, code: string | null): string {
  const [before = "", hash] = path.split("#");
  const [pathname = "", search] = before.split("?");
  const query = (search ?? "")
    .split("&")
    .filter((part) => part !== "" && !part.startsWith("lang="));
  if (code !== null) query.push(`lang=${code.toLowerCase()}`);
  const translated = query.length === 0 ? pathname : `${pathname}?${query.join("&")}`;
  return hash === undefined ? translated : `${translated}#${hash}`;
}
