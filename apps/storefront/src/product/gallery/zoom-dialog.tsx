import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from "react";
import { CloseIcon } from "../../lib/icons.tsx";
import { Picture, PictureFailure } from "../../lib/pictures/picture.tsx";
import { MinusIcon, NextIcon, PlusIcon, PreviousIcon } from "./icons.tsx";
import { usePinch } from "./use-pinch.ts";
import { zoomStep } from "./zoom.ts";
import type { PageImage } from "../../product-data/page-product.ts";

type ZoomDialogProps = {
  name: string;
  images: readonly PageImage[];
  /** The index of the image to open with; null closes the dialog. */
  index: number | null;
  /** Called with the index of the image that is shown when the dialog closes. */
  onClose: (index: number) => void;
};

// At their limit, buttons are only aria-disabled so that they keep focus: the dialog receives no key events from a
// disabled button.
const control =
  "flex size-field items-center justify-center bg-paper hover:bg-tissue aria-disabled:text-edge aria-disabled:hover:bg-paper";

/**
 * Shows one image in the whole window. Buttons, wheel, pinch and double tap zoom it, dragging moves it, and the arrow
 * keys go to other images.
 */
export default function ZoomDialog({ name, images, index, onClose }: ZoomDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [shown, setShown] = useState(index ?? 0);
  const [opening, setOpening] = useState<number | null>(null);
  if (opening !== index) {
    setOpening(index);
    if (index !== null) setShown(index);
  }
  const last = images.length - 1;
  const turn = useCallback(
    (by: number) => setShown((at) => Math.min(last, Math.max(0, at + by))),
    [last],
  );
  const image = images[shown];
  const { frame, picture, can, zoom, reset } = usePinch(image?.width ?? 0, turn);
  const close = () => onClose(shown);

  useEffect(() => {
    if (index === null) dialog.current?.close();
    else if (!dialog.current?.open) dialog.current?.showModal();
  }, [index]);
  useEffect(reset, [shown, index, reset]);

  function press(event: KeyboardEvent<HTMLDialogElement>) {
    const rtl = getComputedStyle(event.currentTarget).direction === "rtl";
    const keys: Partial<Record<string, () => void>> = {
      ArrowRight: () => turn(rtl ? -1 : 1),
      ArrowLeft: () => turn(rtl ? 1 : -1),
      "+": () => zoom(zoomStep),
      "=": () => zoom(zoomStep),
      "-": () => zoom(1 / zoomStep),
      "0": reset,
    };
    const action = keys[event.key];
    if (!action || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    action();
  }

  if (!image) return null;
  return (
    // The keys do the same as the buttons.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={dialog}
      aria-label={`Zoom: ${name}`}
      onKeyDown={press}
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
      onClose={() => {
        if (index !== null) close();
      }}
      className="panel panel-rise fixed inset-0 m-0 h-dvh max-h-none w-screen max-w-none bg-tissue p-0 text-ink"
    >
      <div ref={frame} className="absolute inset-0 touch-none overflow-clip select-none">
        <div
          ref={picture}
          style={fitted(image)}
          className="absolute inset-0 m-auto cursor-grab active:cursor-grabbing"
        >
          <Picture
            key={image.url}
            image={image}
            sizes={`${image.width}px`}
            className="pointer-events-none size-full object-contain"
            failure={<PictureFailure className="size-full" />}
          />
        </div>
      </div>
      <div className="absolute inset-s-0 bottom-0 flex">
        <button
          type="button"
          aria-label="Zoom out"
          aria-disabled={!can.shrink}
          onClick={() => zoom(1 / zoomStep)}
          className={control}
        >
          <MinusIcon />
        </button>
        <button
          type="button"
          aria-label="Zoom in"
          aria-disabled={!can.grow}
          onClick={() => zoom(zoomStep)}
          className={control}
        >
          <PlusIcon />
        </button>
      </div>
      {images.length > 1 ? (
        <div className="absolute inset-e-0 bottom-0 flex items-center bg-paper">
          <button
            type="button"
            aria-label="Previous picture"
            aria-disabled={shown === 0}
            onClick={() => turn(-1)}
            className={control}
          >
            <PreviousIcon />
          </button>
          <output className="min-w-12 text-center text-small digits">
            <span className="sr-only">Picture </span>
            {shown + 1} / {images.length}
          </output>
          <button
            type="button"
            aria-label="Next picture"
            aria-disabled={shown === last}
            onClick={() => turn(1)}
            className={control}
          >
            <NextIcon />
          </button>
        </div>
      ) : null}
      <button
        type="button"
        aria-label="Close"
        onClick={close}
        className={`${control} absolute inset-e-0 top-0`}
      >
        <CloseIcon />
      </button>
    </dialog>
  );
}

/** A size as large as the window allows, but never larger than the image's own size. */
function fitted({ width, height }: PageImage) {
  return {
    width: `min(100%, ${width}px, 100dvh * ${width / height})`,
    height: "auto",
    aspectRatio: `${width} / ${height}`,
  };
}
