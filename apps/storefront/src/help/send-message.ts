import { isApiError } from "@vetrina/client/api-error";
import type { Client } from "@vetrina/client/types";
import {
  check,
  contactRules,
  contactSubjects,
  type FormErrors,
  type Values,
} from "./mail-draft.ts";

/** The result of sending a message from the page. */
export type SendResult =
  | { status: "sent" }
  | { status: "invalid"; errors: FormErrors }
  | { status: "limited" | "failed" };

/** The HTTP status of the response to a form that was sent without JavaScript. */
export const sendStatuses = { sent: 200, invalid: 400, limited: 429, failed: 503 };

/** Why a message was not sent, as the page says it. The form still contains the visitor's input. */
const sendFailures = {
  limited: "Too many messages were sent. Wait a while and try again, or send an email instead.",
  failed: "We couldn't send your message. Try again in a moment, or send an email instead.",
};

/** The failure to show for a result; null if there is no result yet, or the message was sent or is invalid. */
export function sendFailureOf(result: SendResult | undefined): string | null {
  return result?.status === "limited" || result?.status === "failed"
    ? sendFailures[result.status]
    : null;
}

const maxName = 120;
const maxMessage = 4000;

/**
 * Sends the contact form's message, or a return request, to the store. Never rejects. `onFailure` gets the error if the result is "failed".
 */
export async function sendMessage(
  client: () => Pick<Client, "contact"> | Promise<Pick<Client, "contact">>,
  storeId: string,
  values: Values,
  onFailure: (error: unknown) => void,
): Promise<SendResult> {
  const errors = errorsOf(values);
  const { name = "", email = "", message = "" } = values;
  const subject = contactSubjects.find((one) => one === values["subject"]);
  if (Object.keys(errors).length > 0 || subject === undefined) return { status: "invalid", errors };
  try {
    const { contact } = await client();
    const body = {
      name: name.trim(),
      email: email.trim(),
      subject,
      message: message.trim(),
      ...(values["returnOf"] !== undefined && { returnOf: values["returnOf"] }),
    };
    await contact.createContactMessage({ storeId, body });
    return { status: "sent" };
  } catch (error) {
    if (isApiError(error, "RATE_LIMITED")) return { status: "limited" };
    const refused = isApiError(error, "VALIDATION_FAILED") ? refusedFields(error.details) : {};
    if (Object.keys(refused).length > 0) return { status: "invalid", errors: refused };
    onFailure(error);
    return { status: "failed" };
  }
}

function errorsOf(values: Values): FormErrors {
  const { name = "", message = "" } = values;
  return {
    ...(isLonger(name, maxName) && { name: "Use at most 120 characters." }),
    ...(isLonger(message, maxMessage) && {
      message: "This message is too long to send from this page. Use at most 4,000 characters.",
    }),
    ...check(values, contactRules),
  };
}

/** Whether the text has more than `max` characters, counted as the server does. */
function isLonger(text: string, max: number): boolean {
  return text.length > max && Array.from(text.trim()).length > max;
}

/** Errors of fields that only the server rejects, such as an email address with unsupported characters. */
function refusedFields(details: unknown): FormErrors {
  const paths = Array.isArray(details)
    ? details.map((detail: unknown) => (detail as { path?: unknown } | null)?.path)
    : [];
  const empty = check({}, contactRules);
  return Object.fromEntries(Object.entries(empty).filter(([name]) => paths.includes(name)));
}
