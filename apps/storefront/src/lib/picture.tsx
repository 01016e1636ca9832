import type { Image } from "@vetrina/contract/common";
import type { HomeContent } from "@vetrina/contract/store-content";
import { type ReactNode, useState } from "react";

/** The AVIF widths every picture of our own is drawn in, up to its own width. */
const ladder = [320, 480, 640, 800, 1200, 1600];

export type Shown = Pick<Image, "url" | "alt" | "width" | "height" | "widths">;

type PictureProps = {
  /** Nothing, or an address elsewhere, as old carts hold some: the place of a picture that is yet to come. */
  image: Shown | null | undefined;
  /** How wide it stands in the page, as in the sizes attribute; be honest, it chooses the file. */
  sizes: string;
  /** The page's largest picture: loaded at once and first. One a page. */
  priority?: boolean;
  /** Overrides the picture's own text; "" where the words beside it say the same. */
  alt?: string;
  className?: string;
  /** Shown in the picture's place where it cannot be loaded; the place of one to come unless given. */
  failure?: ReactNode;
};

/** A picture as AVIF in the width that fits, WebP for browsers without. */
export function Picture({ image, sizes, priority, alt, className, failure }: PictureProps) {
  const [failed, setFailed] = useState(false);
  if (!image || !isOurOwn(image.url)) return <PictureToCome className={className} />;
  if (failed) return failure ?? <PictureToCome className={className} />;
  return (
    <picture className="contents">
      {image.widths.length > 0 ? (
        <source type="image/avif" srcSet={avifSet(image)} sizes={sizes} />
      ) : null}
      <img
        // A picture that failed before the page came alive tells nobody any more: ask it.
        ref={(img) => {
          if (img?.complete && img.naturalWidth === 0 && img.currentSrc) setFailed(true);
        }}
        src={image.url}
        alt={alt ?? image.alt}
        width={image.width}
        height={image.height}
        loading={priority ? "eager" : "lazy"}
        fetchPriority={priority ? "high" : "auto"}
        decoding={priority ? "sync" : "async"}
        onError={() => setFailed(true)}
        className={className}
      />
    </picture>
  );
}

/** An empty hanger on the sheet, drawn as the tailor draws. */
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

/** Another host would learn who looks at what; the pages' policy refuses it as well. */
function isOurOwn(url: string): boolean {
  return /^\/(?!\/)/.test(url);
}

/** The words of the specification where a picture of the gallery cannot be shown. */
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

/** A picture of the store's own pages, known by its key under /media; null where the store has not chosen one yet. */
export function keyedPicture(picture: HomeContent["hero"]["picture"]): Shown | null {
  if (picture === null) return null;
  return {
    url: `/media/${picture.key}/640.webp`,
    alt: picture.alt,
    width: picture.width,
    height: picture.height,
    widths: ladder.filter((width) => width <= picture.width),
  };
}

/** A picture known by its address alone, as a line of the cart keeps it: that one file, whatever stands beside it. */
export function addressedPicture(url: string | null | undefined): Shown | null {
  return url ? { url, alt: "", width: 640, height: 800, widths: [] } : null;
}

function avifSet({ url, widths }: Shown): string {
  const folder = url.slice(0, url.lastIndexOf("/"));
  return widths.map((width) => `${folder}/${width}.avif ${width}w`).join(", ");
}
