import { swipeThreshold } from "@vetrina/commerce/constants";

/** How the picture lies in its frame: scale 1 fits it, x and y move its middle by CSS pixels. */
export type View = { scale: number; x: number; y: number };
export type Point = { x: number; y: number };
export type Size = { width: number; height: number };

export const wholeView: View = { scale: 1, x: 0, y: 0 };
const maximumScale = 4;
/** What a press on + multiplies by. */
export const zoomStep = 1.6;

/** How far a picture shown so wide may grow: to one of its own pixels for each CSS pixel, and four times at most. */
export function maximumScaleOf(ownWidth: number, shownWidth: number): number {
  return shownWidth > 0 ? Math.min(maximumScale, Math.max(1, ownWidth / shownWidth)) : 1;
}

/** Zooms by a factor and keeps what lies under the point (pixels from the frame's middle) in its place. */
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

/** Moves the picture, never so far that its edge comes inside the frame. */
export function within(view: View, picture: Size, frame: Size): View {
  const most = (length: number, of: number) => Math.max(0, (length * view.scale - of) / 2);
  return {
    scale: view.scale,
    x: between(view.x, most(picture.width, frame.width)),
    y: between(view.y, most(picture.height, frame.height)),
  };
}

/** What a finger's way across an unzoomed picture means: 50 px or more sideways is a swipe. */
export function swipeOf({ x, y }: Point): "next" | "previous" | null {
  if (Math.abs(x) < swipeThreshold || Math.abs(x) < Math.abs(y)) return null;
  return x < 0 ? "next" : "previous";
}

function between(value: number, most: number): number {
  return Math.min(most, Math.max(-most, value)) || 0;
}
