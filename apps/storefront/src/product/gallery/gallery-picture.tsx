import { Button } from "@vetrina/ui/button";
import { type MouseEvent, useState } from "react";
import { Picture, PictureFailure } from "../../lib/pictures/picture.tsx";
import type { PageImage } from "../../product-data/page-product.ts";

type GalleryPictureProps = {
  image: PageImage;
  sizes: string;
  priority: boolean;
  /** The effect of a click on the image, for screen readers. */
  label: string;
  onZoom: (event: MouseEvent) => void;
  /** Called when the image is hovered or focused, to load the code that a click needs. */
  onIntent: () => void;
};

/**
 * An image of the gallery as a link to its largest file. If it can't be loaded, a message and a retry button are shown.
 */
export function GalleryPicture({
  image,
  sizes,
  priority,
  label,
  onZoom,
  onIntent,
}: GalleryPictureProps) {
  const [attempt, setAttempt] = useState(0);

  return (
    <>
      <Picture
        key={attempt}
        image={image}
        sizes={sizes}
        priority={priority}
        className="size-full object-cover"
        failure={
          <span className="absolute inset-0 z-10 grid content-center justify-items-center gap-4 bg-tissue p-4">
            <PictureFailure />
            <Button variant="secondary" size="target" onClick={() => setAttempt(attempt + 1)}>
              Try again
            </Button>
          </span>
        }
      />
      <a
        href={largestFile(image)}
        aria-label={label}
        onClick={onZoom}
        onPointerEnter={onIntent}
        onFocus={onIntent}
        className="zoom-link"
      />
    </>
  );
}

function largestFile({ url, widths }: PageImage): string {
  const largest = Math.max(...widths);
  return widths.length === 0 ? url : `${url.slice(0, url.lastIndexOf("/"))}/${largest}.avif`;
}
