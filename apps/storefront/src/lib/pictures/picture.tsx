import { pictureWidths } from "@vetrina/commerce/constants";
import type { Image } from "@vetrina/contract/common";
import type { HomeContent } from "@vetrina/contract/stores/store-content";
import { type ReactNode, useState } from "react";

export type Shown = Pick<Image, "url" | "alt" | "width" | "height" | "widths">;

type PictureProps = {
  /** The image. If it is missing or its URL is on another host, as in some old carts, a placeholder is shown. */
  image: Shown | null | undefined;
  /** The image's width on the page, as in the sizes attribute. It determines which file is loaded. */
  sizes: string;
  /** Another image, shown instead while a media condition is true. */
  wide?: { image: Shown; media: string; sizes: string };
  /** For a large picture that is visible when the page opens: loads it immediately and before others. */
  priority?: boolean | undefined;
  /** Replaces the picture's own alternative text. "" if the text next to the picture says the same. */
  alt?: string;
  className?: string;
  /** Shown if the picture can't be loaded. Default: the placeholder. */
  failure?: ReactNode;
};

/** A picture as AVIF in the width that fits, or WebP for browsers without AVIF. */
export function Picture({ image, sizes, wide, priority, alt, className, failure }: PictureProps) {
  const [failed, setFailed] = useState(false);
  if (!image || !isOurOwn(image.url)) return <PictureToCome className={className} />;
  if (failed) return failure ?? <PictureToCome className={className} />;
  return (
    <picture className="contents">
      {wide ? <WideSources {...wide} /> : null}
      {image.widths.length > 0 ? (
        <source type="image/avif" srcSet={avifSet(image)} sizes={sizesOf(image, sizes)} />
      ) : null}
      <img
        // A picture that failed to load before hydration won't fire another error event, so this checks its state.
        ref={(img) => {
          if (img?.complete && img.naturalWidth === 0 && img.currentSrc) setFailed(true);
        }}
        src={image.url}
        alt={alt ?? image.alt}
        width={image.width}
        height={image.height}
        loading={priority ? "eager" : "lazy"}
        fetchPriority={priority ? "high" : undefined}
        decoding={priority ? "sync" : "async"}
        onError={() => setFailed(true)}
        className={className}
      />
    </picture>
  );
}

/** The source elements of the wide image. Width and height reserve the space before the file is loaded. */
function WideSources({ image, media, sizes }: NonNullable<PictureProps["wide"]>) {
  const { width, height } = image;
  const common = { media, width, height };
  return (
    <>
      {image.widths.length > 0 ? (
        <source
          {...common}
          type="image/avif"
          srcSet={avifSet(image)}
          sizes={sizesOf(image, sizes)}
        />
      ) : null}
      <source {...common} type="image/webp" srcSet={image.url} />
    </>
  );
}

/** The placeholder: an empty hanger, drawn in the style of the store's other sketches. */
function PictureToCome({ className }: { className?: string | undefined }) {
  return (
    <span className={`flex items-center justify-center bg-tissue text-edge ${className ?? ""}`}>
      <svg
        aria-hidden="true"
        viewBox="0 0 48 32"
        fill="none"
        stroke="currentColor"
        className="w-1/3 max-w-24"
      >
        <path d="M24 14v-4a4 4 0 1 1 4-4M24 14 3 26v4h42v-4z" />
      </svg>
    </span>
  );
}

/**
 * Whether the URL is on our own host. The security policy blocks other hosts, which could otherwise see who views which
 * picture.
 */
function isOurOwn(url: string): boolean {
  return /^\/(?!\/)/.test(url);
}

/** Shown in place of a gallery picture that can't be loaded. */
export function PictureFailure({ className }: { className?: string }) {
  return (
    <span
      className={`grid place-content-center gap-1 bg-tissue p-4 text-center ${className ?? ""}`}
    >
      <span className="font-medium">Image failed to load</span>
      <span className="text-small text-graphite">Please try refreshing the page</span>
    </span>
  );
}

type Keyed = NonNullable<HomeContent["hero"]["picture"]>;

/** A picture of the store's own pages, found by its key under /media. */
export function keyedPicture({ key, alt, width, height }: Keyed): Shown {
  const widths = pictureWidths.filter((one) => one <= width);
  return {
    url: `/media/${key}/640.webp`,
    alt,
    width,
    height,
    widths: widths.length > 0 ? widths : [width],
  };
}

/** The picture that the store has chosen; null if it hasn't chosen one yet. */
export function chosenPicture(picture: Keyed | null): Shown | null {
  return picture && keyedPicture(picture);
}

/** A picture known only by its URL, as in a stored cart line. It has a single file. */
export function addressedPicture(url: string | null | undefined): Shown | null {
  return url ? { url, alt: "", width: 640, height: 800, widths: [] } : null;
}

/** The srcset of the AVIF files. A single file needs no width descriptor. */
function avifSet({ url, widths: [only, ...others] }: Shown): string {
  const folder = url.slice(0, url.lastIndexOf("/"));
  if (others.length === 0) return `${folder}/${only}.avif`;
  return [only, ...others].map((width) => `${folder}/${width}.avif ${width}w`).join(", ");
}

function sizesOf({ widths }: Shown, sizes: string): string | undefined {
  return widths.length > 1 ? sizes : undefined;
}
