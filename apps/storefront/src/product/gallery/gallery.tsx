import { classNames } from "@vetrina/ui/class-names";
import { type KeyboardEvent, type MouseEvent, Suspense, useRef, useState } from "react";
import { Picture } from "../../lib/pictures/picture.tsx";
import { useIsAlive } from "../../lib/use-is-alive.ts";
import { GalleryPicture } from "./gallery-picture.tsx";
import { NextIcon, PreviousIcon } from "./icons.tsx";
import type { PageImage } from "../../product-data/page-product.ts";
import { whenNeeded } from "../../lib/when-needed.ts";

const ZoomDialog = whenNeeded(() => import("./zoom-dialog.tsx"));

/** The displayed width of the image. The browser uses it to select the file. */
const sizes = "(min-width: 64rem) min(46vw, 44rem, 64svh), 100vw";
/**
 * Maximum number of images in the HTML that the server sends. A product has up to a hundred. The browser adds the
 * others from the page's data.
 */
const maxSent = 12;
const arrow = "icon-button";

/**
 * The images side by side in a scroller with scroll snapping, so swiping is native. Thumbnails link to the images, and
 * images link to their largest file, so both work without JavaScript.
 */
export function Gallery({ name, images }: { name: string; images: readonly PageImage[] }) {
  const scroller = useRef<HTMLUListElement>(null);
  const [shown, setShown] = useState(0);
  // The index of the image that was clicked, while the zoom is open. The dialog stays mounted once it has been opened.
  const [zoomed, setZoomed] = useState<number | null>(null);
  const [opened, setOpened] = useState(false);
  const drawn = useIsAlive() ? images : images.slice(0, maxSent);
  if (images.length === 0) return <NoPicture />;

  function show(index: number) {
    const slide = scroller.current?.children[index];
    if (slide instanceof HTMLElement)
      scroller.current?.scrollTo({ left: slide.offsetLeft, behavior: "smooth" });
  }
  function follow() {
    const { scrollLeft, clientWidth } = scroller.current ?? { scrollLeft: 0, clientWidth: 1 };
    setShown(Math.min(images.length - 1, Math.round(Math.abs(scrollLeft) / clientWidth)));
  }
  function zoom(event: MouseEvent, index: number) {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    setOpened(true);
    setZoomed(index);
  }
  function step(event: KeyboardEvent<HTMLElement>) {
    const steps: Partial<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };
    const by = steps[event.key];
    if (by === undefined) return;
    event.preventDefault();
    const rtl = getComputedStyle(event.currentTarget).direction === "rtl";
    show(shown + (rtl ? -by : by));
  }

  return (
    <section aria-label={`Pictures of ${name}`} className="gallery">
      <div className="gallery-frame">
        {/* When the scroller has focus, the arrow keys scroll it, as in any scrollable area. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
        <ul
          ref={scroller}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
          aria-label="Pictures, scroll with the arrow keys"
          onScroll={follow}
          onKeyDown={step}
          className="gallery-strip"
        >
          {drawn.map((image, index) => (
            <li key={image.url} id={`picture-${index + 1}`}>
              <GalleryPicture
                image={image}
                sizes={sizes}
                priority={index === 0}
                label={`Zoom: picture ${index + 1} of ${images.length}`}
                onZoom={(event) => zoom(event, index)}
                onIntent={ZoomDialog.preload}
              />
            </li>
          ))}
        </ul>
        {images.length > 1 ? (
          <div className="absolute inset-e-0 bottom-0 flex items-center bg-paper text-small">
            <button
              type="button"
              aria-label="Previous picture"
              disabled={shown === 0}
              onClick={() => show(shown - 1)}
              className={classNames(arrow, "noscript:hidden")}
            >
              <PreviousIcon />
            </button>
            <output className="min-w-11 px-1 text-center digits">
              <span className="sr-only">Picture </span>
              {`${shown + 1} / ${images.length}`}
            </output>
            <button
              type="button"
              aria-label="Next picture"
              disabled={shown === images.length - 1}
              onClick={() => show(shown + 1)}
              className={classNames(arrow, "noscript:hidden")}
            >
              <NextIcon />
            </button>
          </div>
        ) : null}
      </div>
      {images.length > 1 ? (
        <ol className="gallery-views">
          {drawn.map((image, index) => (
            <li key={image.url}>
              <a
                href={`#picture-${index + 1}`}
                aria-label={`Show picture ${index + 1}: ${image.alt}`}
                aria-current={index === shown || undefined}
                onClick={(event) => {
                  event.preventDefault();
                  show(index);
                }}
                className="gallery-view"
              >
                <Picture
                  image={smallest(image)}
                  sizes="4.5rem"
                  alt=""
                  className="size-full object-cover"
                />
              </a>
            </li>
          ))}
        </ol>
      ) : null}
      {opened ? (
        <Suspense fallback={null}>
          <ZoomDialog
            name={name}
            images={images}
            index={zoomed}
            onClose={(index) => {
              setZoomed(null);
              show(index);
            }}
          />
        </Suspense>
      ) : null}
    </section>
  );
}

/** Returns the image with only its smallest file, for a thumbnail. */
function smallest({ widths, ...image }: PageImage): PageImage {
  return { ...image, widths: widths.slice(0, 1) };
}

/** A placeholder for the images of a product that has none. */
function NoPicture() {
  return (
    <div className="gallery-frame mb-8 aspect-4/5 lg:mb-0">
      <Picture image={null} sizes={sizes} className="size-full" />
      <p className="absolute inset-x-0 bottom-0 p-4 text-center text-small">No picture yet</p>
    </div>
  );
}
