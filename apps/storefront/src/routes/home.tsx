import { isApiError } from "@vetrina/client/api-error";
import { Link } from "react-router";
import { HomeHero } from "../home/home-hero.tsx";
import { loadFeatured } from "../home/load-featured.ts";
import {
  BehindTheScenes,
  CategorySheets,
  EditorialBlock,
  hasContent,
} from "../home/home-sections.tsx";
import { Newsletter, type NewsletterResult } from "../shell/newsletter.tsx";
import { ProductGrid } from "../cards/product-grid.tsx";
import { clientContext, storeContext, tagsContext } from "../lib/context.ts";
import type { PageHandle } from "../lib/handle.ts";
import { sendForm } from "../lib/send-form.ts";
import { pageMeta } from "../lib/seo.ts";
import type { Shown } from "../lib/pictures/picture.tsx";
import { shownCards } from "../cards/shown-cards.ts";
import { isRootData } from "../lib/store.ts";
import type { Route } from "./+types/home";

type Data = Awaited<ReturnType<typeof loader>>;

export const handle: PageHandle = {
  overlayHeader: true,
};

export async function loader({ context }: Route.LoaderArgs) {
  const client = context.get(clientContext);
  const { id, home } = context.get(storeContext);
  const [featured, all] = await Promise.all([
    loadFeatured(client, id, home.featured),
    client.products.listProducts({ linkStoreId: id, limit: 1 }),
  ]);
  const tags = context
    .get(tagsContext)
    .add("catalogue")
    .add(`collection:${home.featured.collection}`);
  for (const item of featured.items) tags.add(`product:${item.id}`);
  const categories = all.facets.find(({ name }) => name === "category")?.values ?? [];
  return {
    home,
    featured: { ...featured, items: shownCards(featured.items) },
    categories: categories.filter(({ count }) => count > 0),
    isOpen: all.total > 0,
  };
}

/** Subscribes to the newsletter. Doesn't call the API if the field is empty. */
export async function action({ request, context }: Route.ActionArgs): Promise<NewsletterResult> {
  const value = (await request.formData()).get("email");
  const email = typeof value === "string" ? value.trim() : "";
  if (!email) return { status: "empty", email };
  const { id } = context.get(storeContext);
  try {
    await context.get(clientContext).customers.subscribe({ storeId: id, body: { email } });
    return { status: "sent", email };
  } catch (error) {
    return { status: isApiError(error, "VALIDATION_FAILED") ? "invalid" : "failed", email };
  }
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  sendForm(serverAction, { status: "unsent", email: "" } satisfies NewsletterResult);

export function meta({ matches }: Route.MetaArgs) {
  const root = matches[0].loaderData;
  const { store, origin } = isRootData(root) ? root : { store: undefined, origin: "" };
  return pageMeta(matches, {
    path: "/",
    jsonLd: [
      { "@type": "Organization", name: store?.name, url: origin, email: store?.contact.email },
      {
        "@type": "WebSite",
        name: store?.name,
        url: origin,
        potentialAction: {
          "@type": "SearchAction",
          target: `${origin}/search?name={name}`,
          "query-input": "required name=name",
        },
      },
    ],
  });
}

export default function Home({ loaderData, actionData }: Route.ComponentProps) {
  const { home, featured, categories, isOpen } = loaderData;
  return (
    <>
      <HomeHero
        hero={isOpen ? home.hero : openingSoon(home.hero)}
        product={pictureOf(featured.items)}
      />
      {categories.length > 0 ? <CategorySheets categories={categories} /> : null}
      {featured.items.length > 0 ? (
        <section aria-labelledby="featured-title" className="sheet mt-20 lg:mt-28">
          <div className="mb-6 flex flex-wrap items-baseline justify-between gap-x-8 lg:mb-8">
            <h2 id="featured-title" className="display text-h1">
              {featured.title}
            </h2>
            <Link
              to={`/collection?link=${featured.collection}`}
              prefetch="intent"
              className="text-link flex min-h-target items-center font-medium"
            >
              See all items
            </Link>
          </div>
          <ProductGrid products={featured.items} label={featured.title} />
        </section>
      ) : null}
      {home.editorial.length > 0 || hasContent(home.behindTheScenes) ? (
        <div className="mt-24 grid gap-20 lg:mt-32 lg:gap-32">
          {home.editorial.map((block, index) => (
            <EditorialBlock key={block.headline} block={block} turned={index % 2 === 1} />
          ))}
          <BehindTheScenes scene={home.behindTheScenes} />
        </div>
      ) : null}
      <Newsletter {...home.newsletter} result={actionData} />
    </>
  );
}

function pictureOf(items: Data["featured"]["items"]): Shown | null {
  const shown = items.find(({ images }) => images.length > 0);
  const [image] = shown?.images ?? [];
  return shown === undefined || image === undefined ? null : { ...image, alt: shown.name };
}

/** The hero for a store without products. It links to the form for the launch announcement. */
function openingSoon(hero: Data["home"]["hero"]): Data["home"]["hero"] {
  return {
    ...hero,
    lead: [hero.lead, "We are opening soon."].filter(Boolean).join(". ").replaceAll("..", "."),
    action: { label: "Notify me when you open", href: "/coming-soon" },
  };
}
