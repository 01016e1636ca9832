import type { HomeContent } from "@vetrina/contract/stores/store-content";
import { Fragment } from "react";
import { Link } from "react-router";
import { ProductCard } from "../cards/product-card.tsx";
import { chosenPicture, Picture } from "../lib/pictures/picture.tsx";
import type { ShownCard } from "../cards/shown-cards.ts";
import { cardAfterSale } from "../cards/card-after-sale.ts";
import { firstEnd, useSaleEnd } from "../sale/use-sale-end.ts";

type Editorial = Omit<HomeContent["editorial"][number], "text">;

/**
 * Editorial blocks are inserted before the products with these indexes. A block is two columns wide, and at these
 * indexes it leaves no gap in a grid of two or four columns. The first block is on the right, the second on the left.
 */
const editorialBefore = [6, 14];
/** Minimum number of products for editorial blocks. With fewer, a block could be near the list's end. */
const least = 18;
const sizes = "(min-width: 90rem) 17rem, (min-width: 64rem) 19vw, 46vw";

/** The product grid with the store's editorial blocks in between. */
export function ListingGrid({
  products,
  editorial,
  label,
  eager,
  heading: Heading,
}: {
  products: readonly ShownCard[];
  editorial: readonly Editorial[];
  label: string;
  /** Whether the list's first image is the page's largest and is loaded with priority. */
  eager: boolean;
  /** The level of the headings in the grid, one below the list's own heading. */
  heading: "h2" | "h3";
}) {
  const passed = useSaleEnd(firstEnd(products.map(({ saleEndsAt }) => saleEndsAt)));
  const pages = products.length >= least ? editorial : [];
  return (
    <ul
      id="products"
      aria-label={label}
      className="grid grid-cols-2 gap-x-2 gap-y-10 sm:gap-x-4 lg:grid-cols-4 lg:gap-y-14"
    >
      {products.map((product, index) => {
        const page = pages[editorialBefore.indexOf(index)];
        return (
          <Fragment key={product.link}>
            {page ? <EditorialPage page={page} heading={Heading} /> : null}
            <li>
              <ProductCard
                product={cardAfterSale(product, passed)}
                sizes={sizes}
                priority={eager && index === 0}
                heading={Heading}
              />
            </li>
          </Fragment>
        );
      })}
    </ul>
  );
}

function EditorialPage({ page, heading: Heading }: { page: Editorial; heading: "h2" | "h3" }) {
  return (
    <li className="group relative col-span-2 grid grid-cols-2 self-start bg-tissue">
      <div className="overflow-clip">
        <Picture
          image={chosenPicture(page.picture)}
          sizes="(min-width: 64rem) 20vw, 50vw"
          alt=""
          className="card-picture aspect-4/5"
        />
      </div>
      <div className="flex min-w-0 flex-col justify-end p-3 lg:p-5">
        <Heading className="display text-h3">{page.headline}</Heading>
        <Link
          to={page.action.href}
          prefetch="intent"
          className="cover-link text-link mt-2 flex min-h-target items-center text-small font-medium"
        >
          {page.action.label}
        </Link>
      </div>
    </li>
  );
}
