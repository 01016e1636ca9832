import { useCallback, useEffect, useRef, useState } from "react";
import {
  maximumScaleOf,
  type Point,
  swipeOf,
  type View,
  wholeView,
  within,
  zoomAt,
  zoomStep,
} from "./zoom.ts";

/**
 * Zooms the image in a frame by wheel, pinch and double tap, and moves it by dragging. `ownWidth` is the image's width
 * in pixels. A swipe across the unzoomed image calls `turn` with 1 (next) or -1.
 */
export function usePinch(ownWidth: number, turn: (by: number) => void) {
  const frame = useRef<HTMLDivElement>(null);
  const picture = useRef<HTMLDivElement>(null);
  const view = useRef<View>(wholeView);
  const [can, setCan] = useState({ grow: false, shrink: false });

  const set = useCallback(
    (next: View) => {
      view.current = next;
      const largest = maximumScaleOf(ownWidth, picture.current?.offsetWidth ?? 0);
      setCan({ grow: next.scale < largest, shrink: next.scale > 1 });
      if (picture.current)
        picture.current.style.transform = `translate(${next.x}px, ${next.y}px) scale(${next.scale})`;
    },
    [ownWidth],
  );
  const zoom = useCallback(
    (factor: number, at: Point = { x: 0, y: 0 }) => {
      const { frame: inside, picture: of } = sizesOf(frame.current, picture.current);
      set(zoomAt(view.current, factor, at, { ...of, ownWidth }, inside));
    },
    [set, ownWidth],
  );
  const reset = useCallback(() => set(wholeView), [set]);

  // React's own wheel listeners are passive and can't prevent the page from scrolling.
  useEffect(() => {
    const element = frame.current;
    if (!element) return undefined;
    const fingers = new Map<number, Point>();
    let start: Point | null = null;
    let lastTap = 0;

    const fromMiddle = ({ clientX, clientY }: MouseEvent): Point => ({
      x: clientX - element.clientWidth / 2,
      y: clientY - element.clientHeight / 2,
    });
    const spread = () => {
      const [a, b] = [...fingers.values()];
      return a && b
        ? {
            length: Math.hypot(a.x - b.x, a.y - b.y),
            at: { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 },
          }
        : null;
    };
    const down = (event: PointerEvent) => {
      element.setPointerCapture(event.pointerId);
      fingers.set(event.pointerId, fromMiddle(event));
      start = fingers.size === 1 && view.current.scale === 1 ? fromMiddle(event) : null;
    };
    const move = (event: PointerEvent) => {
      const before = fingers.get(event.pointerId);
      if (!before) return;
      const apart = spread();
      const now = fromMiddle(event);
      fingers.set(event.pointerId, now);
      const after = spread();
      if (apart && after) {
        zoom(after.length / apart.length, after.at);
      } else if (view.current.scale > 1) {
        const { x, y, scale } = view.current;
        const { frame: inside, picture: of } = sizesOf(element, picture.current);
        set(within({ scale, x: x + now.x - before.x, y: y + now.y - before.y }, of, inside));
      }
    };
    const up = (event: PointerEvent) => {
      const end = fromMiddle(event);
      fingers.delete(event.pointerId);
      const way = start && { x: end.x - start.x, y: end.y - start.y };
      const swipe = way && swipeOf(way);
      start = null;
      if (swipe) {
        const forward = swipe === "next" ? 1 : -1;
        turn(getComputedStyle(element).direction === "rtl" ? -forward : forward);
      } else if (event.type === "pointerup" && (!way || Math.hypot(way.x, way.y) < 10)) {
        const again = event.timeStamp - lastTap < 300;
        lastTap = again ? 0 : event.timeStamp;
        if (again && view.current.scale > 1) set(wholeView);
        else if (again) zoom(zoomStep ** 2, end);
      }
    };
    const wheel = (event: WheelEvent) => {
      event.preventDefault();
      zoom(Math.exp(-event.deltaY / 400), fromMiddle(event));
    };
    // A resized frame changes the image's displayed size and its maximum scale, so the zoom starts again.
    const resized = new ResizeObserver(reset);
    resized.observe(element);
    element.addEventListener("pointerdown", down);
    element.addEventListener("pointermove", move);
    element.addEventListener("pointerup", up);
    element.addEventListener("pointercancel", up);
    element.addEventListener("wheel", wheel, { passive: false });
    return () => {
      resized.disconnect();
      element.removeEventListener("pointerdown", down);
      element.removeEventListener("pointermove", move);
      element.removeEventListener("pointerup", up);
      element.removeEventListener("pointercancel", up);
      element.removeEventListener("wheel", wheel);
    };
  }, [set, reset, zoom, turn]);

  return { frame, picture, can, zoom, reset };
}

function sizesOf(frame: HTMLElement | null, picture: HTMLElement | null) {
  return { frame: sizeOf(frame), picture: sizeOf(picture) };
}

function sizeOf(element: HTMLElement | null) {
  return { width: element?.offsetWidth ?? 0, height: element?.offsetHeight ?? 0 };
}
