import { isApiError } from "@vetrina/client/api-error";
import { reviewRating, reviewThanksMs } from "@vetrina/commerce/constants";
import { Button } from "@vetrina/ui/button";
import { Dialog } from "@vetrina/ui/dialog";
import { TextArea, TextField } from "@vetrina/ui/field";
import { RadioCell } from "@vetrina/ui/radio-cell";
import { type SyntheticEvent, useEffect, useRef, useState } from "react";
import { useOwnDetails } from "../../account/use-own-details.ts";
import { browserApi } from "../../lib/api.ts";
import { PhotoField } from "./photo-field.tsx";
import {
  errorsOf,
  receivedText,
  reviewBody,
  type ReviewErrors,
  type ReviewInput,
  reviewFields,
  serverErrors,
} from "./review-input.ts";
import { type ChosenPhoto, sendPhotos, withFiles } from "./review-photos.ts";
import { StarInput } from "./star-input.tsx";

type ReviewFormProps = {
  productId: string;
  name: string;
  /** Whether the product comes in more than one size. Otherwise, the form doesn't ask how it fits. */
  hasSizes: boolean;
  open: boolean;
  onClose: () => void;
  /** `answer`: when the review appears, and whether it is marked as verified. */
  onSent: (answer: string) => void;
};

const empty: ReviewInput = {
  name: "",
  title: "",
  content: "",
  orderNumber: "",
  email: "",
  rating: reviewRating,
  fit: null,
};
const fits = [
  ["small", "Small"],
  ["true", "True to size"],
  ["large", "Large"],
] as const;

/** How many milliseconds a dialog needs to fade out, with a margin. */
const fadeMs = 500;

/** The review form as a modal dialog. Closing it before the review is sent keeps the typed input. */
export default function ReviewForm({
  productId,
  name,
  hasSizes,
  open,
  onClose,
  onSent,
}: ReviewFormProps) {
  const [input, setInput] = useState(empty);
  const [photos, setPhotos] = useState<readonly ChosenPhoto[]>([]);
  const [tooMany, setTooMany] = useState<string | null>(null);
  /** The review once it is saved. Pictures can be added to it for up to an hour. */
  const [handed, setHanded] = useState<{ id: string; photoKey: string } | null>(null);
  const [errors, setErrors] = useState<ReviewErrors>({});
  const [answer, setAnswer] = useState("");
  const [state, setState] = useState<"open" | "sending" | "lost" | "thanks">("open");
  const form = useRef<HTMLFormElement>(null);
  const ownName = useRef("");
  useOwnDetails(open, (details) => {
    const before = ownName.current;
    const name = (ownName.current = details?.name ?? "");
    setInput((now) => (now.name === "" || now.name === before ? { ...now, name } : now));
  });
  const leave = useRef(onClose);
  useEffect(() => {
    leave.current = onClose;
  });

  useEffect(() => {
    if (state !== "thanks") return undefined;
    const closing = setTimeout(() => leave.current(), reviewThanksMs);
    // Empties the form only after the window has faded out, so that its content doesn't change before.
    const emptying = setTimeout(() => {
      setInput({ ...empty, name: ownName.current });
      setPhotos([]);
      setTooMany(null);
      setHanded(null);
      setState("open");
    }, reviewThanksMs + fadeMs);
    return () => {
      clearTimeout(closing);
      clearTimeout(emptying);
    };
  }, [state]);

  function change(next: Partial<ReviewInput>) {
    setInput({ ...input, ...next });
    const corrected = Object.keys(next).map((field) => [field, undefined]);
    setErrors({ ...errors, ...Object.fromEntries(corrected), form: undefined });
  }
  function refuse(found: ReviewErrors) {
    setErrors(found);
    const first = reviewFields.find((field) => found[field]);
    if (first) form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
  }
  async function send(event: SyntheticEvent) {
    event.preventDefault();
    const found = errorsOf(input);
    if (Object.keys(found).length > 0) return refuse(found);
    setState("sending");
    try {
      const api = await browserApi();
      const body = reviewBody(input);
      const made = await api.reviews.createReview({ productId, body });
      const received = receivedText(body, made.verified);
      setHanded(made);
      setAnswer(received);
      onSent(received);
      await sendPictures(made);
    } catch (error) {
      setState("open");
      refuse(
        isApiError(error)
          ? serverErrors(error)
          : { form: "We couldn't send your review. It's still here. Try again." },
      );
    }
  }

  async function sendPictures(review: { id: string; photoKey: string }) {
    setState("sending");
    const all = await sendPhotos(review, photos, (id, change) =>
      setPhotos((now) =>
        now.map((photo) => (photo.id === id ? Object.assign({}, photo, change) : photo)),
      ),
    );
    setState(all ? "thanks" : "lost");
  }

  const field = (key: (typeof reviewFields)[number]) => ({
    name: key,
    value: input[key],
    error: errors[key],
    onChange: (event: { target: { value: string } }) => change({ [key]: event.target.value }),
  });
  return (
    <Dialog open={open} onClose={onClose} title="Write a review">
      {state === "thanks" ? (
        <output className="grid gap-2 p-gutter py-16 text-center">
          <span className="display text-h3">Thank you for your review!</span>
          <span>{answer}</span>
        </output>
      ) : handed !== null ? (
        <div className="grid gap-6 p-gutter">
          <output>
            {state === "lost"
              ? "We received your review, but some pictures couldn't be uploaded."
              : "We received your review. Its pictures are uploading."}
          </output>
          <PhotoField
            photos={photos}
            error={tooMany}
            busy={state === "sending"}
            onAdd={(files) => setPhotos(withFiles(photos, files).photos)}
            onRemove={(id) => setPhotos(photos.filter((photo) => photo.id !== id))}
          />
          <div className="flex flex-wrap gap-3">
            <Button
              busy={state === "sending"}
              busyText="Sending"
              onClick={() => void sendPictures(handed)}
            >
              Send the pictures again
            </Button>
            {state === "lost" ? (
              <Button variant="secondary" onClick={() => setState("thanks")}>
                Skip the pictures
              </Button>
            ) : null}
          </div>
        </div>
      ) : (
        <form
          ref={form}
          noValidate
          onSubmit={(event) => void send(event)}
          className="grid gap-6 p-gutter"
        >
          <p>{name}</p>
          <StarInput value={input.rating} onChange={(rating) => change({ rating })} />
          {hasSizes ? (
            <fieldset>
              <legend className="mb-1.5 text-small font-medium">
                How does it fit? <span className="font-normal text-graphite">(optional)</span>
              </legend>
              <div className="grid grid-cols-3 gap-2">
                {fits.map(([value, label]) => (
                  <RadioCell
                    key={value}
                    name="fit"
                    value={value}
                    label={label}
                    checked={input.fit === value}
                    onChange={() => change({ fit: value })}
                  />
                ))}
              </div>
            </fieldset>
          ) : null}
          <TextField label="Name" autoComplete="name" maxLength={120} {...field("name")} />
          <TextField label="Title" maxLength={200} {...field("title")} />
          <TextArea label="Your review" maxLength={5000} {...field("content")} />
          <PhotoField
            photos={photos}
            error={tooMany}
            busy={state === "sending"}
            onAdd={(files) => {
              const next = withFiles(photos, files);
              setPhotos(next.photos);
              setTooMany(next.error);
            }}
            onRemove={(id) => {
              setPhotos(photos.filter((photo) => photo.id !== id));
              setTooMany(null);
            }}
          />
          <fieldset className="grid gap-4 sm:grid-cols-2">
            <legend className="mb-3 text-small">
              Bought it as a guest? Add your order to mark your review as verified.
            </legend>
            <TextField
              label="Order number"
              optional
              autoComplete="off"
              maxLength={64}
              {...field("orderNumber")}
            />
            <TextField
              label="Email of the order"
              type="email"
              optional
              autoComplete="email"
              maxLength={254}
              {...field("email")}
            />
          </fieldset>
          {errors.form ? (
            <p role="alert" className="text-small font-medium text-pin">
              {errors.form}
            </p>
          ) : null}
          <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
            <Button type="submit" busy={state === "sending"} busyText="Sending">
              Send review
            </Button>
            <p className="text-small text-graphite">We check every review before it appears.</p>
          </div>
        </form>
      )}
    </Dialog>
  );
}
