import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from "react";
import { CloseIcon } from "../components/icons.tsx";
import { Picture, PictureFailure } from "../lib/picture.tsx";
import { MinusIcon, NextIcon, PlusIcon, PreviousIcon } from "./icons.tsx";
import { usePinch } from "./use-pinch.ts";
import { maximumScale, zoomStep } from "./zoom.ts";
import type { PageImage } from "./page-data.ts";

type ZoomDialogProps = {
  name: string;
  images: readonly PageImage[];
  /** The picture to open with; null closes. */
  index: number | null;
  /** Called with the picture that was shown last. */
  onClose: (index: number) => void;
};

const control =
  "flex size-field items-center justify-center bg-paper hover:bg-tissue disabled:text-edge disabled:hover:bg-paper";

/** One picture over the whole window: buttons, wheel, pinch and double tap zoom, dragging moves, arrows turn. */
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
  const { frame, picture, scale, zoom, reset } = usePinch(turn);
  const image = images[shown];
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
    // The keys are a second way for what the buttons do.
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
          className="absolute inset-0 m-auto aspect-4/5 max-h-full max-w-full cursor-grab active:cursor-grabbing"
        >
          <Picture
            key={image.url}
            image={image}
            sizes="(min-width: 40rem) 150vh, 250vw"
            className="pointer-events-none size-full object-contain"
            failure={<PictureFailure className="size-full" />}
          />
        </div>
      </div>
      <div className="absolute inset-s-0 bottom-0 flex">
        <button
          type="button"
          aria-label="Zoom out"
          disabled={scale <= 1}
          onClick={() => zoom(1 / zoomStep)}
          className={control}
        >
          <MinusIcon />
        </button>
        <button
          type="button"
          aria-label="Zoom in"
          disabled={scale >= maximumScale}
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
            disabled={shown === 0}
            onClick={() => turn(-1)}
            className={control}
          >
            <PreviousIcon />
          </button>
          <output className="min-w-12 text-center text-small tabular-nums">
            <span className="sr-only">Picture </span>
            {shown + 1} / {images.length}
          </output>
          <button
            type="button"
            aria-label="Next picture"
            disabled={shown === last}
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
