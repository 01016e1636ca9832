import { swipeThreshold } from "@vetrina/commerce/constants";

/** How the image is placed in its frame. At scale 1 it fits the frame; x and y move its center by CSS pixels. */
export type View = { scale: number; x: number; y: number };
export type Point = { x: number; y: number };
export type Size = { width: number; height: number };

export const wholeView: View = { scale: 1, x: 0, y: 0 };
const maximumScale = 4;
/** How much one click on + zooms in. */
export const zoomStep = 1.6;

/**
 * The maximum scale of an image that is shown at a given width: one image pixel per CSS pixel, but at least 1 and at
 * most `maximumScale`.
 */
export function maximumScaleOf(ownWidth: number, shownWidth: number): number {
  return shownWidth > 0 ? Math.min(maximumScale, Math.max(1, ownWidth / shownWidth)) : 1;
}

/** Zooms by a factor, and keeps the content under the point `at` (pixels from the frame's center) in place. */
export function zoomAt(
  view: View,
  factor: number,
  at: Point,
  picture: Size & { ownWidth: number },
  frame: Size,
): View {
  const largest = maximumScaleOf(picture.ownWidth, picture.width);
  const scale = Math.min(largest, Math.max(1, view.scale * factor));
  const grown = scale / view.scale;
  return within(
    { scale, x: at.x - (at.x - view.x) * grown, y: at.y - (at.y - view.y) * grown },
    picture,
    frame,
  );
}

/** Limits how far the image is moved: no further than needed to show its edges. */
export function within(view: View, picture: Size, frame: Size): View {
  const maxShift = (length: number, of: number) => Math.max(0, (length * view.scale - of) / 2);
  return {
    scale: view.scale,
    x: between(view.x, maxShift(picture.width, frame.width)),
    y: between(view.y, maxShift(picture.height, frame.height)),
  };
}

/**
 * The swipe that corresponds to a finger's movement across an unzoomed image: 50 px or more, mainly sideways. null
 * for any other movement.
 */
export function swipeOf({ x, y }: Point): "next" | "previous" | null {
  if (Math.abs(x) < swipeThreshold || Math.abs(x) < Math.abs(y)) return null;
  return x < 0 ? "next" : "previous";
}

function between(value: number, max: number): number {
  return Math.min(max, Math.max(-max, value)) || 0;
}
