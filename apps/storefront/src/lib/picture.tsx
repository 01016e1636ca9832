import { pictureWidths } from "@vetrina/commerce/constants";
import type { Image } from "@vetrina/contract/common";
import type { HomeContent } from "@vetrina/contract/store-content";
import { type ReactNode, useState } from "react";

export type Shown = Pick<Image, "url" | "alt" | "width" | "height" | "widths">;

type PictureProps = {
  /** Nothing, or an address elsewhere, as old carts hold some: the place of a picture that is yet to come. */
  image: Shown | null | undefined;
  /** How wide it stands in the page, as in the sizes attribute; be honest, it chooses the file. */
  sizes: string;
  /** What is shown instead while a media condition holds. */
  wide?: { image: Shown; media: string; sizes: string };
  /** The page's largest picture: loaded at once and first. One a page. */
  priority?: boolean | undefined;
  /** Overrides the picture's own text; "" where the words beside it say the same. */
  alt?: string;
  className?: string;
  /** Shown in the picture's place where it cannot be loaded; the place of one to come unless given. */
  failure?: ReactNode;
};

/** A picture as AVIF in the width that fits, WebP for browsers without. */
export function Picture({ image, sizes, wide, priority, alt, className, failure }: PictureProps) {
  const [failed, setFailed] = useState(false);
  if (!image || !isOurOwn(image.url)) return <PictureToCome className={className} />;
  if (failed) return failure ?? <PictureToCome className={className} />;
  return (
    <picture className="contents">
      {wide ? <WideSources {...wide} /> : null}
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

/** Width and height give the place its shape before the file is there. */
function WideSources({ image, media, sizes }: NonNullable<PictureProps["wide"]>) {
  const { width, height } = image;
  const common = { media, width, height };
  return (
    <>
      <source {...common} type="image/avif" srcSet={avifSet(image)} sizes={sizes} />
      <source {...common} type="image/webp" srcSet={image.url} />
    </>
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

type Keyed = NonNullable<HomeContent["hero"]["picture"]>;

/** A picture of the store's own pages, known by its key under /media. */
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

/** Null where the store has not chosen one yet. */
export function chosenPicture(picture: Keyed | null): Shown | null {
  return picture && keyedPicture(picture);
}

/** A picture known by its address alone, as a line of the cart keeps it: that one file, whatever stands beside it. */
export function addressedPicture(url: string | null | undefined): Shown | null {
  return url ? { url, alt: "", width: 640, height: 800, widths: [] } : null;
}

function avifSet({ url, widths }: Shown): string {
  const folder = url.slice(0, url.lastIndexOf("/"));
  return widths.map((width) => `${folder}/${width}.avif ${width}w`).join(", ");
}
