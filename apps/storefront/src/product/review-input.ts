import type { ApiError } from "@vetrina/client/api-error";

/** What the review form holds, as the API takes it. */
export type ReviewInput = {
  name: string;
  title: string;
  content: string;
  /** 1 to 5. */
  rating: number;
  fit: "small" | "true" | "large" | null;
};
type Field = (typeof reviewFields)[number];
/** What is wrong, by field; `form` is about the whole. */
export type ReviewFaults = Partial<Record<Field | "form", string | undefined>>;

/** The fields that must be filled, in their order on the screen. */
export const reviewFields = ["name", "title", "content"] as const;

const missing: Record<Field, string> = {
  name: "Tell us your name.",
  title: "Give your review a title.",
  content: "Write a few words.",
};

/** What is missing before a review can be sent; nothing but blanks counts as missing. */
export function faultsOf(input: ReviewInput): ReviewFaults {
  const faults: ReviewFaults = {};
  for (const field of reviewFields) if (!input[field].trim()) faults[field] = missing[field];
  return faults;
}

/** The API's refusal in the form's terms. */
export function serverFaults({
  code,
  message,
  details,
}: Pick<ApiError, "code" | "message" | "details">): ReviewFaults {
  const faults: ReviewFaults = {};
  if (code === "VALIDATION_FAILED" && Array.isArray(details))
    for (const detail of details as { path?: unknown; message?: unknown }[]) {
      const field = reviewFields.find((name) => String(detail.path).split(".").at(-1) === name);
      if (field && typeof detail.message === "string") faults[field] = detail.message;
    }
  return Object.keys(faults).length > 0 ? faults : { form: message };
}
