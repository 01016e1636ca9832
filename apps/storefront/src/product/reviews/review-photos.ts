import { createClient } from "@vetrina/client/create-client";
import { isApiError } from "@vetrina/client/api-error";
import { transportWithProgress } from "@vetrina/client/upload-progress";

export const maxPhotos = 4;
const maxPhotoBytes = 8 * 1024 * 1024;
export const photoTypes = ["image/jpeg", "image/png", "image/webp", "image/avif", "image/gif"];

/** A picture chosen for a review. */
export type ChosenPhoto = {
  id: string;
  file: File;
  /** Why the file can't be sent, or was not uploaded; null if there is no error. */
  error: string | null;
  /** The share of the file that has been uploaded, from 0 to 1; null if the upload has not started or has failed. */
  sent: number | null;
};

/** Why this file can't be added to a review; null if it can. */
function photoError({ type, size }: Pick<File, "type" | "size">): string | null {
  if (!photoTypes.includes(type))
    return "This file type isn't supported. Choose a JPEG, PNG, WebP, AVIF or GIF picture.";
  return size > maxPhotoBytes ? "Larger than 8 MB. Choose a smaller one." : null;
}

/** Adds files to the pictures, up to the limit. Skips files added before. `error` says how many were left out. */
export function withFiles(
  photos: readonly ChosenPhoto[],
  files: readonly File[],
): { photos: ChosenPhoto[]; error: string | null } {
  const known = new Set(photos.map(({ file }) => identity(file)));
  const added = files.filter((file) => !known.has(identity(file)));
  const room = Math.max(0, maxPhotos - photos.length);
  const taken = added.slice(0, room).map((file): ChosenPhoto => ({
    id: `${identity(file)} ${crypto.getRandomValues(new Uint32Array(1))[0]}`,
    file,
    error: photoError(file),
    sent: null,
  }));
  const left = added.length - taken.length;
  const error =
    left === 0
      ? null
      : `A review can have at most ${maxPhotos} pictures: ${left === 1 ? "one was" : `${left} were`} left out.`;
  return { photos: [...photos, ...taken], error };
}

function identity({ name, size, lastModified }: File): string {
  return `${name} ${size} ${lastModified}`;
}

/**
 * Uploads, one after another, the valid pictures that have not been sent yet. Calls `changed` with the progress of
 * each. Returns true if none failed.
 */
export async function sendPhotos(
  { id, photoKey }: { id: string; photoKey: string },
  photos: readonly ChosenPhoto[],
  changed: (photoId: string, change: Pick<ChosenPhoto, "sent" | "error">) => void,
): Promise<boolean> {
  let refused = false;
  for (const photo of photos.filter(({ file, sent }) => sent !== 1 && photoError(file) === null)) {
    const report = (sent: number | null, error: string | null = null) =>
      changed(photo.id, { sent, error });
    report(0);
    // Stays below 1 until the response, because the server must still accept the picture after the last byte.
    const transport = transportWithProgress((sent, of) => report(Math.min(0.99, sent / of)));
    try {
      await createClient({ transport, baseUrl: location.origin }).reviews.addReviewPhoto({
        id,
        key: photoKey,
        file: photo.file,
      });
      report(1);
    } catch (error) {
      refused = true;
      report(null, isApiError(error) ? error.message : "It couldn't be uploaded.");
    }
  }
  return !refused;
}
