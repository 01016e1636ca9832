import { isApiError } from "@vetrina/client/api-error";
import { reviewRating, reviewThanksMs } from "@vetrina/commerce/constants";
import { Button } from "@vetrina/ui/button";
import { Dialog } from "@vetrina/ui/dialog";
import { TextArea, TextField } from "@vetrina/ui/field";
import { RadioCell } from "@vetrina/ui/radio-cell";
import { type SyntheticEvent, useEffect, useRef, useState } from "react";
import { browserApi } from "../lib/api.ts";
import {
  faultsOf,
  type ReviewFaults,
  type ReviewInput,
  reviewFields,
  serverFaults,
} from "./review-input.ts";
import { StarInput } from "./star-input.tsx";

type ReviewFormProps = {
  productId: string;
  name: string;
  open: boolean;
  onClose: () => void;
  onSent: () => void;
};

const empty: ReviewInput = { name: "", title: "", content: "", rating: reviewRating, fit: null };
const fits = [
  ["small", "Small"],
  ["true", "True to size"],
  ["large", "Large"],
] as const;

/** The review form as a modal. What was typed stays until it has been sent. */
export default function ReviewForm({ productId, name, open, onClose, onSent }: ReviewFormProps) {
  const [input, setInput] = useState(empty);
  const [faults, setFaults] = useState<ReviewFaults>({});
  const [state, setState] = useState<"open" | "sending" | "thanks">("open");
  const form = useRef<HTMLFormElement>(null);
  const leave = useRef(onClose);
  useEffect(() => {
    leave.current = onClose;
  });

  useEffect(() => {
    if (state !== "thanks") return undefined;
    const timer = setTimeout(() => {
      leave.current();
      setInput(empty);
      setState("open");
    }, reviewThanksMs);
    return () => clearTimeout(timer);
  }, [state]);

  function change(next: Partial<ReviewInput>) {
    setInput({ ...input, ...next });
    const corrected = Object.keys(next).map((field) => [field, undefined]);
    setFaults({ ...faults, ...Object.fromEntries(corrected), form: undefined });
  }
  function refuse(found: ReviewFaults) {
    setFaults(found);
    const first = reviewFields.find((field) => found[field]);
    if (first) form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
  }
  async function send(event: SyntheticEvent) {
    event.preventDefault();
    const found = faultsOf(input);
    if (Object.keys(found).length > 0) return refuse(found);
    setState("sending");
    try {
      await (await browserApi()).reviews.createReview({ productId, body: input });
      setState("thanks");
      onSent();
    } catch (error) {
      setState("open");
      refuse(
        isApiError(error)
          ? serverFaults(error)
          : { form: "We could not be reached. Your review is still here: try again." },
      );
    }
  }

  const field = (key: "name" | "title" | "content") => ({
    name: key,
    value: input[key],
    error: faults[key],
    onChange: (event: { target: { value: string } }) => change({ [key]: event.target.value }),
  });
  return (
    <Dialog open={open} onClose={onClose} title="Write a review">
      {state === "thanks" ? (
        <output className="grid gap-2 p-gutter py-16 text-center">
          <span className="display text-h3">Thank you for your review!</span>
          <span>It appears once we have read it.</span>
        </output>
      ) : (
        <form
          ref={form}
          noValidate
          onSubmit={(event) => void send(event)}
          className="grid gap-6 p-gutter"
        >
          <p>{name}</p>
          <StarInput value={input.rating} onChange={(rating) => change({ rating })} />
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
          <TextField label="Name" autoComplete="name" maxLength={120} {...field("name")} />
          <TextField label="Title" maxLength={200} {...field("title")} />
          <TextArea label="Your review" maxLength={5000} {...field("content")} />
          {faults.form ? (
            <p role="alert" className="text-small font-medium text-pin">
              {faults.form}
            </p>
          ) : null}
          <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
            <Button type="submit" busy={state === "sending"} busyText="Sending">
              Send review
            </Button>
            <p className="text-small text-graphite">We read every review before it appears.</p>
          </div>
        </form>
      )}
    </Dialog>
  );
}
