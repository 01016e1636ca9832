import { buttonClass } from "@vetrina/ui/button";
import { Suspense } from "react";
import { Link, NavLink } from "react-router";
import { WordsOnScene } from "../lib/pictures/scene.tsx";
import { whenNeeded } from "../lib/when-needed.ts";
import type { Listing } from "./load-listing.ts";

const SearchHeader = whenNeeded(() => import("./search-header.tsx"));

const labels = { men: "Men", women: "Women", new: "New", sale: "Sale" };

/** The list's texts, the season's banner if there is one, and links to the departments sold, New and Sale. */
export function ListingHeader({ listing }: { listing: Listing }) {
  const { place, title, description, maxDiscountPercent, banner, isOpen, departments } = listing;
  if (place.kind === "search")
    return (
      <Suspense fallback={null}>
        <SearchHeader listing={listing} />
      </Suspense>
    );
  return (
    <>
      {banner ? <Banner banner={banner} /> : null}
      <header className="sheet grid gap-x-8 gap-y-3 pt-8 pb-6 lg:grid-cols-[1fr_auto] lg:items-end lg:pt-12 lg:pb-10">
        <div>
          {banner ? (
            <h2 className="display text-h1">{title}</h2>
          ) : (
            <h1 className="display text-h1">{title}</h1>
          )}
          {description ? <p className="mt-3 max-w-[52ch] text-lead">{description}</p> : null}
          {maxDiscountPercent ? (
            <p className="mt-2 font-medium text-pin">Up to {maxDiscountPercent} percent off</p>
          ) : null}
        </div>
        {isOpen ? <MainLinks lists={[...departments, "new", "sale"]} /> : null}
      </header>
    </>
  );
}

function MainLinks({ lists }: { lists: readonly (keyof typeof labels)[] }) {
  return (
    <nav aria-label="Departments">
      <ul className="-mx-3 flex flex-wrap">
        {lists.map((list) => (
          <li key={list}>
            <NavLink
              to={`/${list}`}
              prefetch="intent"
              className="flex min-h-target min-w-target items-center justify-center px-3 text-small decoration-1 underline-offset-8 hover:underline aria-[current=page]:font-medium aria-[current=page]:underline"
            >
              {labels[list]}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The store's season over its scene, or without a picture if there is no scene. */
function Banner({ banner: { season, scene } }: { banner: NonNullable<Listing["banner"]> }) {
  const words = (
    <>
      <h1 className="display banner-type max-w-[4em]">{season.name}</h1>
      {season.text ? <p className="max-w-[36ch] text-lead">{season.text}</p> : null}
      <Link to="/coming-soon" className={`${buttonClass()} w-fit`}>
        Coming soon
      </Link>
    </>
  );
  return scene === null ? (
    <section className="bg-oat">
      <div className="sheet flex flex-col items-start justify-end gap-5 py-10 lg:min-h-[20rem] lg:py-12">
        {words}
      </div>
    </section>
  ) : (
    <WordsOnScene shape="banner" scene={scene} tone="bg-oat">
      {words}
    </WordsOnScene>
  );
}
