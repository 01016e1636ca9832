import { collectionPath } from "@vetrina/commerce/shop-paths";
import { Link } from "react-router";
import { HelpHeader } from "../help/help-parts.tsx";
import { clientContext, storeContext, tagsContext } from "../lib/context.ts";
import type { PageHandle } from "../lib/handle.ts";
import { pageMeta } from "../lib/seo.ts";
import type { Route } from "./+types/links";

export const handle: PageHandle = { noJs: true };

const support = [
  { to: "/support", label: "Support" },
  { to: "/contact-us", label: "Contact us" },
  { to: "/order-tracking", label: "Order tracking" },
  { to: "/shipping-info", label: "Shipping information" },
  { to: "/returns", label: "Returns and exchanges" },
  { to: "/size-guide", label: "Size guide" },
  { to: "/policy", label: "Policies" },
  { to: "/privacy", label: "Privacy" },
  { to: "/terms", label: "Terms" },
];

export async function loader({ context }: Route.LoaderArgs) {
  const client = context.get(clientContext);
  const { id } = context.get(storeContext);
  context.get(tagsContext).add("catalogue");
  const [{ items }, { company }] = await Promise.all([
    client.collections.listCollections({ storeId: id, limit: 100 }),
    client.stores.getHelp({ id }),
  ]);
  return {
    collections: items.filter(({ productCount }) => productCount > 0),
    company: company.map(({ title }) => title),
  };
}

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: "Links",
    description: "Every page of the store.",
    path: "/links",
  });
}

export default function LinksPage({ loaderData }: Route.ComponentProps) {
  const { collections, company } = loaderData;
  const products = [
    { to: "/collection", label: "All items" },
    ...collections.map(({ link, name }) => ({ to: collectionPath(link), label: name })),
    { to: "/collections", label: "All collections" },
    { to: "/search", label: "Search" },
    { to: "/coming-soon", label: "Coming soon" },
  ];
  const about = company.map((title) => ({
    to: title === "About" ? "/about" : `/support#${title.toLowerCase()}`,
    label: title,
  }));
  return (
    <>
      <HelpHeader title="Links" lead="Every page of the store in one place." />
      <div className="sheet grid gap-x-8 gap-y-12 pt-10 sm:grid-cols-2 lg:grid-cols-3 lg:pt-14">
        <Column title="Products (Camera)" links={products} />
        <Column title="Support" links={support} />
        <Column
          title="Company"
          links={[
            { to: "/", label: "Home" },
            ...(company.includes("About") ? [] : [{ to: "/about", label: "About" }]),
            ...about,
            { to: "/login", label: "Sign in" },
            { to: "/account", label: "Your account" },
          ]}
        />
      </div>
    </>
  );
}

function Column({
  title,
  links,
}: {
  title: string;
  links: readonly { to: string; label: string }[];
}) {
  return (
    <section className="border-t border-ink pt-4">
      <h2 className="display text-h3">{title}</h2>
      <ul className="mt-3">
        {links.map(({ to, label }) => (
          <li key={to}>
            <Link
              to={to}
              className="flex min-h-target w-fit min-w-target items-center text-lead underline-offset-4 hover:underline"
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
