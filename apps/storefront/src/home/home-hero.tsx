import type { HomeContent } from "@vetrina/contract/stores/store-content";
import { buttonClass } from "@vetrina/ui/button";
import { classNames } from "@vetrina/ui/class-names";
import { Link } from "react-router";
import { chosenPicture, Picture, type Shown } from "../lib/pictures/picture.tsx";
import { WordsOnScene } from "../lib/pictures/scene.tsx";

type Hero = HomeContent["hero"];

type Props = {
  hero: Hero;
  /** A product image of the store, shown if the store hasn't chosen a picture yet. */
  product: Shown | null;
};

/**
 * The home page's first section: large text over a scene, or without a scene, next to the store's picture or a
 * product's.
 */
export function HomeHero({ hero, product }: Props) {
  if (hero.scene === undefined)
    return <HeroBesidePicture hero={hero} picture={chosenPicture(hero.picture) ?? product} />;
  return (
    <WordsOnScene shape="hero" scene={hero.scene} tone="bg-(--tone-hero)">
      <Words hero={hero} />
    </WordsOnScene>
  );
}

function HeroBesidePicture({ hero, picture }: { hero: Hero; picture: Shown | null }) {
  return (
    <section className="overflow-clip bg-(--tone-hero)">
      <div
        className={classNames(
          "grid lg:min-h-[min(100svh-2.75rem,64rem)]",
          picture && "lg:grid-cols-[minmax(0,11fr)_minmax(0,10fr)]",
        )}
      >
        <div
          className={classNames(
            "sheet order-2 flex flex-col justify-end gap-6 py-10 lg:order-1 lg:pt-24 lg:pb-12",
            picture
              ? "lg:ms-[max(0px,(100vw-var(--container-page))/2)]"
              : "mx-auto min-h-[70svh] w-full pt-24",
          )}
        >
          <Words hero={hero} />
        </div>
        {picture ? (
          <div className="relative order-1 mt-14 aspect-[1/1.05] lg:order-2 lg:mt-0 lg:aspect-auto">
            <Picture
              image={picture}
              sizes="(min-width: 64rem) 48vw, 100vw"
              priority
              className="absolute inset-0 size-full object-cover"
            />
          </div>
        ) : null}
      </div>
    </section>
  );
}

function Words({ hero }: { hero: Hero }) {
  return (
    <>
      <h1 className="display hero-type">{hero.headline}</h1>
      {hero.lead ? <p className="max-w-[36ch] text-lead">{hero.lead}</p> : null}
      <Link to={hero.action.href} className={`${buttonClass({ size: "cta" })} w-fit`}>
        {hero.action.label}
      </Link>
    </>
  );
}
