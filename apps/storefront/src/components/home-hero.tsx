import type { HomeContent } from "@vetrina/contract/store-content";
import { buttonClass } from "@vetrina/ui/button";
import { Link } from "react-router";
import { keyedPicture, Picture } from "../lib/picture.tsx";

/** Poster type and picture on one sheet of paper; the picture's edge dissolves into the tone they share. */
export function HomeHero({ hero }: { hero: HomeContent["hero"] }) {
  return (
    <section className="relative overflow-clip bg-(--tone-hero)">
      <div className="grid lg:min-h-[min(100svh-2.75rem,64rem)] lg:grid-cols-[minmax(0,11fr)_minmax(0,10fr)]">
        <div className="sheet relative z-10 order-2 -mt-3 flex flex-col justify-end gap-6 pb-10 lg:order-1 lg:mt-0 lg:ms-[max(0px,(100vw-var(--container-page))/2)] lg:pt-24 lg:pb-12">
          <h1 className="display hero-type">{hero.headline}</h1>
          <p className="max-w-[36ch] text-lead">{hero.lead}</p>
          <Link to={hero.action.href} className={`${buttonClass({ size: "cta" })} w-fit`}>
            {hero.action.label}
          </Link>
        </div>
        <div className="hero-picture relative order-1 mt-14 aspect-[1/1.05] lg:order-2 lg:mt-0 lg:aspect-auto">
          <Picture
            image={keyedPicture(hero.picture)}
            sizes="(min-width: 64rem) 48vw, 100vw"
            priority
            className="absolute inset-0 size-full object-cover"
          />
        </div>
      </div>
    </section>
  );
}
