import { productPath } from "@vetrina/commerce/shop-paths";
import { Link } from "react-router";
import type { PageProduct } from "../product-data/page-product.ts";

export type Crumb = { name: string; path: string };

const departments = {
  women: { name: "Women", path: "/women" },
  men: { name: "Men", path: "/men" },
  unisex: undefined,
};
const categories = new Set(["dresses", "tops", "bottoms", "outerwear", "accessories", "shoes"]);

/** The breadcrumbs of a product: Home, the page of its department or else of its category, if any, and the product. */
export function trailOf({
  name,
  link,
  department,
  category,
}: Pick<PageProduct, "name" | "link" | "department" | "category">): Crumb[] {
  const own = category?.toLowerCase();
  const listing =
    (department ? departments[department] : undefined) ??
    (own && category && categories.has(own)
      ? { name: category.charAt(0).toUpperCase() + category.slice(1), path: `/${own}` }
      : undefined);
  return [
    { name: "Home", path: "/" },
    ...(listing ? [listing] : []),
    { name, path: productPath(link) },
  ];
}

/** A page's breadcrumbs as links. The page itself is not a link. */
export function Breadcrumbs({ trail }: { trail: readonly Crumb[] }) {
  return (
    <nav aria-label="Breadcrumb">
      <ol className="flex min-w-0 items-center text-small text-graphite">
        {trail.map(({ name, path }, index) =>
          index === trail.length - 1 ? (
            <li key={path} aria-current="page" className="truncate">
              {name}
            </li>
          ) : (
            <li key={path} className="flex shrink-0 items-center">
              <Link
                to={path}
                className="-ms-1 flex min-h-target items-center px-1 underline-offset-4 hover:underline"
              >
                {name}
              </Link>
              <span aria-hidden="true" className="me-2 ms-1">
                /
              </span>
            </li>
          ),
        )}
      </ol>
    </nav>
  );
}
