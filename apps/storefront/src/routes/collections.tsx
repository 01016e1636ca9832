import { collectionPath } from "@vetrina/commerce/shop-paths";
import type { Client } from "@vetrina/client/types";
import { classNames } from "@vetrina/ui/class-names";
import { buttonClass } from "@vetrina/ui/button";
import { EmptyState } from "@vetrina/ui/empty-state";
import { Link } from "react-router";
import { distinctPictures, repeatedPictures, sheetSpans } from "../collection/sheet-spans.ts";
import { clientContext, storeContext, tagsContext } from "../lib/context.ts";
import type { PageHandle } from "../lib/handle.ts";
import { Picture } from "../lib/pictures/picture.tsx";
import { breadcrumbs, pageMeta } from "../lib/seo.ts";
import { isRootData } from "../lib/store.ts";
import type { Route } from "./+types/collections";
import { itemCount } from "../lib/item-count.ts";
import { shortened } from "../lib/shortened.ts";

export const handle: PageHandle = { noJs: true };

/** Maximum number of product lists loaded for this page, because each is an API call of its own. */
const maxLists = 6;
/** Maximum length of a collection's description on this page. The collection's own page shows all of it. */
const maxDescription = 200;
const papers = ["bg-sand", "bg-fog", "bg-blush", "bg-oat", "bg-slate", "bg-butter"];
export async function loader({ context }: Route.LoaderArgs) {
  const client = context.get(clientContext);
  const { id } = context.get(storeContext);
  context.get(tagsContext).add("catalogue");
  const { items } = await client.collections.listCollections({ storeId: id, limit: 60 });
  const filled = items.filter(({ productCount }) => productCount > 0);
  const own = filled.map(({ image }) => image);
  const repeated = new Set(repeatedPictures(own, maxLists));
  const candidates = await Promise.all(
    filled.map(async ({ link, image }, at) => [
      ...(image ? [image] : []),
      ...(repeated.has(at) ? await firstPictures(client, id, link) : []),
    ]),
  );
  const pictures = distinctPictures(candidates);
  return {
    isOpen: filled.length > 0 || (await hasProducts(client, id)),
    collections: filled.map((collection, index) => ({
      id: collection.id,
      link: collection.link,
      name: collection.name,
      description: shortened(collection.description, maxDescription),
      productCount: collection.productCount,
      image: pictures[index] ?? null,
    })),
  };
}

async function hasProducts(client: Client, storeId: string): Promise<boolean> {
  const { total } = await client.products.listProducts({ linkStoreId: storeId, limit: 1 });
  return total > 0;
}

// The first image of each of a collection's first eight products. Another collection may already show some of them.
async function firstPictures(client: Client, storeId: string, collection: string) {
  const { items } = await client.products.listProducts({
    linkStoreId: storeId,
    collection,
    limit: 8,
  });
  return items.flatMap(({ images }) => images.slice(0, 1));
}

export function meta({ matches }: Route.MetaArgs) {
  const root = matches[0].loaderData;
  return pageMeta(matches, {
    title: "Collections",
    description: "All collections of the store.",
    path: "/collections",
    jsonLd: isRootData(root)
      ? [
          breadcrumbs(root.origin, [
            { name: "Home", path: "/" },
            { name: "Collections", path: "/collections" },
          ]),
        ]
      : [],
  });
}

export default function Collections({ loaderData }: Route.ComponentProps) {
  const { collections, isOpen } = loaderData;
  const spans = sheetSpans(collections.length);
  return (
    <>
      <header className="sheet pt-8 pb-8 lg:pt-12 lg:pb-10">
        <h1 className="display text-h1">Collections</h1>
      </header>
      {collections.length === 0 ? (
        <div className="sheet">
          <EmptyState
            title={isOpen ? "No collections yet" : "Opening soon"}
            text={
              isOpen ? "Everything we have is in one list." : "Our first items are on their way."
            }
            action={
              <Link to={isOpen ? "/collection" : "/coming-soon"} className={buttonClass()}>
                {isOpen ? "See all items" : "Notify me when you open"}
              </Link>
            }
          />
        </div>
      ) : null}
      <ul className="grid grid-cols-2 gap-1 lg:grid-cols-12">
        {collections.map((collection, index) => (
          <li
            key={collection.id}
            className={classNames(
              "group relative overflow-clip",
              papers[index % papers.length],
              spans[index],
            )}
          >
            <Sheet collection={collection} isFirst={index === 0} />
          </li>
        ))}
      </ul>
    </>
  );
}

type Shown = Route.ComponentProps["loaderData"]["collections"][number];

/**
 * A collection with its image. The first collection's image loads first and, on a narrow screen, is as wide as the
 * page.
 */
function Sheet({ collection, isFirst }: { collection: Shown; isFirst: boolean }) {
  const { link, name, description, image, productCount } = collection;
  return (
    <div className="flex h-full flex-col">
      <div className="relative aspect-4/5 group-first:max-lg:aspect-[5/4] lg:aspect-auto lg:h-[31vw]">
        <Picture
          image={image}
          sizes={`(min-width: 64rem) 33vw, ${isFirst ? "100vw" : "calc(50vw - 2px)"}`}
          alt=""
          priority={isFirst}
          className="card-picture absolute inset-0 h-full"
        />
      </div>
      <div className="grid gap-1 p-4 lg:p-6">
        <h2 className="display text-h2 max-sm:group-not-first:text-[calc(clamp(1.25rem,6.6vw,2.25rem)*var(--display-scale))]">
          <Link
            to={collectionPath(link)}
            prefetch="intent"
            className="cover-link decoration-4 underline-offset-8 group-hover:underline"
          >
            {name}
          </Link>
        </h2>
        <p className="max-w-[44ch] text-small max-sm:group-not-first:hidden">{description}</p>
        <p className="text-small digits">{itemCount(productCount)}</p>
      </div>
    </div>
  );
}
