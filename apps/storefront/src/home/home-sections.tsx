import { categoryPath } from "@vetrina/commerce/shop-paths";
import type { Facet } from "@vetrina/contract/catalogue/products";
import type { HomeContent } from "@vetrina/contract/stores/store-content";
import { classNames } from "@vetrina/ui/class-names";
import { Link } from "react-router";
import { chosenPicture, Picture } from "../lib/pictures/picture.tsx";
import { WholeScene } from "../lib/pictures/scene.tsx";
import { itemCount } from "../lib/item-count.ts";

const papers = ["bg-blush", "bg-fog", "bg-oat", "bg-slate", "bg-butter", "bg-sand"];

/** The shop's first six categories as colored tiles, each with its number of products. */
export function CategorySheets({ categories }: { categories: Facet["values"] }) {
  return (
    <nav aria-label="Categories">
      <ul className="grid grid-cols-2 sm:grid-cols-3 lg:grid-flow-col lg:auto-cols-fr lg:grid-cols-none">
        {categories.slice(0, 6).map(({ value, label, count }, index) => (
          <li
            key={value}
            className={classNames("group relative max-sm:last:odd:col-span-2", papers[index])}
          >
            <Link
              to={categoryPath(value)}
              prefetch="intent"
              className="flex h-32 flex-col justify-between py-3 ps-gutter pe-3 -outline-offset-4 sm:h-44 sm:py-4 lg:h-56 lg:py-6"
            >
              <span className="display text-[calc(clamp(1.375rem,7.2vw,2.25rem)*var(--display-scale))] leading-none decoration-4 lg:text-[clamp(1.5rem,2.7vw,2.75rem)] underline-offset-8 group-hover:underline">
                {label}
              </span>
              <span className="text-small digits">{itemCount(count)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** A picture with text next to it. If `turned`, the two swap sides and the background is colored. */
export function EditorialBlock({
  block,
  turned,
}: {
  block: HomeContent["editorial"][number];
  turned: boolean;
}) {
  return (
    <section className={classNames(turned && "bg-tissue")}>
      <div
        className={classNames(
          "sheet grid items-end gap-8 lg:grid-cols-12",
          turned ? "py-12 lg:py-0" : "",
        )}
      >
        <div
          className={classNames(
            "overflow-clip",
            turned ? "lg:order-2 lg:col-span-6 lg:col-start-7 lg:-me-gutter" : "lg:col-span-5",
          )}
        >
          <Picture
            image={chosenPicture(block.picture)}
            sizes={turned ? "(min-width: 64rem) 50vw, 100vw" : "(min-width: 64rem) 42vw, 100vw"}
            className="aspect-4/5 w-full object-cover"
          />
        </div>
        <div
          className={classNames(
            "grid justify-items-start gap-5 lg:pb-16",
            turned ? "lg:order-1 lg:col-span-5" : "lg:col-span-6 lg:col-start-7",
          )}
        >
          <h2 className="display max-w-[14ch] text-h1">{block.headline}</h2>
          <p className="max-w-[44ch] text-lead">{block.text}</p>
          <Link
            to={block.action.href}
            prefetch="intent"
            className="text-link flex min-h-target items-center font-medium"
          >
            {block.action.label}
          </Link>
        </div>
      </div>
    </section>
  );
}

/** Whether the store has text or a picture for the behind-the-scenes section. */
export function hasContent({ picture, scene, text }: HomeContent["behindTheScenes"]): boolean {
  return picture !== null || scene !== undefined || text !== "";
}

/** The behind-the-scenes section at full width; nothing if the store has no content for it. */
export function BehindTheScenes({ scene }: { scene: HomeContent["behindTheScenes"] }) {
  if (!hasContent(scene)) return null;
  return (
    <section>
      <ScenesPicture scene={scene} />
      <div className="sheet grid gap-x-8 gap-y-4 pt-8 lg:grid-cols-2">
        <h2 className="display text-h1">{scene.headline}</h2>
        <p className="max-w-measure text-lead">{scene.text}</p>
      </div>
    </section>
  );
}

/** The behind-the-scenes picture at full width, if the store has one. */
export function ScenesPicture({
  scene: { scene, picture },
  priority,
}: {
  scene: HomeContent["behindTheScenes"];
  priority?: boolean | undefined;
}) {
  if (scene) return <WholeScene scene={scene} priority={priority} />;
  if (!picture) return null;
  return (
    <Picture
      image={chosenPicture(picture)}
      sizes="100vw"
      priority={priority}
      className="aspect-4/5 w-full object-cover sm:aspect-video lg:aspect-[5/2]"
    />
  );
}
