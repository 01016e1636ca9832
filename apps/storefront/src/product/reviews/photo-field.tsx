import { classNames } from "@vetrina/ui/class-names";
import { Progress } from "@vetrina/ui/progress";
import { useEffect, useId, useRef } from "react";
import { type ChosenPhoto, maxPhotos, photoTypes } from "./review-photos.ts";

type PhotoFieldProps = {
  photos: readonly ChosenPhoto[];
  /** The error of the last selection as a whole: it had too many files. */
  error: string | null;
  /** Whether pictures are being uploaded. Meanwhile, none can be added or removed. */
  busy: boolean;
  onAdd: (files: readonly File[]) => void;
  onRemove: (id: string) => void;
};

/**
 * The field for a review's pictures, which are selected, dropped on it or taken with the phone's camera. Each is shown
 * and can be removed.
 */
export function PhotoField({ photos, error, busy, onAdd, onRemove }: PhotoFieldProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const full = photos.length >= maxPhotos;
  return (
    <fieldset className="grid gap-1.5">
      <legend className="text-small font-medium">
        Pictures <span className="font-normal text-graphite">(optional)</span>
      </legend>
      <p id={`${id}-hint`} className="text-small text-graphite">
        Up to {maxPhotos}: JPEG, PNG, WebP, AVIF or GIF, at most 8 MB each. They appear with your
        review.
      </p>
      <ul className="mt-1 grid grid-cols-2 gap-3 sm:grid-cols-4">
        {photos.map((photo) => (
          <li key={photo.id}>
            <Photo
              photo={photo}
              busy={busy}
              onRemove={() => {
                onRemove(photo.id);
                input.current?.focus();
              }}
            />
          </li>
        ))}
        <li className={full || busy ? "sr-only" : undefined}>
          <label className="relative flex aspect-square flex-col items-center justify-center gap-1 border border-dashed border-edge bg-white p-2 text-center text-small hover:border-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ink">
            <PlusDrawing />
            {photos.length === 0 ? "Add pictures" : "Add another"}
            <input
              ref={input}
              type="file"
              multiple
              accept={photoTypes.join(",")}
              aria-label="Pictures"
              aria-describedby={`${id}-hint ${id}-error`}
              aria-disabled={full || busy || undefined}
              onClick={(event) => {
                if (full || busy) event.preventDefault();
              }}
              onChange={({ target }) => {
                onAdd([...(target.files ?? [])]);
                // Resetting the value allows the same file to be chosen again after it was removed.
                target.value = "";
              }}
              className="absolute inset-0 size-full cursor-pointer opacity-0"
            />
          </label>
        </li>
      </ul>
      <p id={`${id}-error`} role="alert" className="text-small font-medium text-pin empty:hidden">
        {error}
      </p>
    </fieldset>
  );
}

function Photo({
  photo,
  busy,
  onRemove,
}: {
  photo: ChosenPhoto;
  busy: boolean;
  onRemove: () => void;
}) {
  const { file, error, sent } = photo;
  return (
    <div className="grid gap-1">
      <div
        className={classNames(
          "relative aspect-square border",
          error === null ? "border-line" : "border-2 border-pin",
        )}
      >
        <Thumbnail file={file} />
        {busy || sent === 1 ? null : (
          <button
            type="button"
            aria-label={`Remove ${file.name}`}
            onClick={onRemove}
            className="absolute inset-e-0 top-0 flex size-target items-center justify-center"
          >
            <span className="flex size-7 items-center justify-center bg-paper text-body hover:bg-ink hover:text-paper">
              <span aria-hidden="true">×</span>
            </span>
          </button>
        )}
      </div>
      {sent === null ? null : <Progress label={`Sending ${file.name}`} value={sent} />}
      <p className="truncate text-note text-graphite">{sent === 1 ? "✓ Sent" : file.name}</p>
      {error === null ? null : (
        <p role="alert" className="text-note font-medium text-pin">
          {error}
        </p>
      )}
    </div>
  );
}

const thumbnail = 240;

/**
 * Draws the file on a canvas, because the page's security policy allows no blob URLs. Stays empty if the browser can't
 * read the file.
 */
function Thumbnail({ file }: { file: File }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    let gone = false;
    void draw().catch(() => {});
    async function draw() {
      const picture = await createImageBitmap(file);
      const context = canvas.current?.getContext("2d");
      if (gone || !context) return picture.close();
      const side = Math.min(picture.width, picture.height);
      const [left, top] = [(picture.width - side) / 2, (picture.height - side) / 2];
      context.drawImage(picture, left, top, side, side, 0, 0, thumbnail, thumbnail);
      picture.close();
    }
    return () => {
      gone = true;
    };
  }, [file]);
  return (
    <canvas
      ref={canvas}
      width={thumbnail}
      height={thumbnail}
      aria-hidden="true"
      className="size-full bg-tissue"
    />
  );
}

function PlusDrawing() {
  return (
    <svg aria-hidden="true" viewBox="0 0 24 24" className="size-6 fill-none stroke-current">
      <path d="M12 5v14M5 12h14" strokeWidth="1.5" />
    </svg>
  );
}
