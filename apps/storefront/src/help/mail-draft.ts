import type { ContactSubject } from "@vetrina/contract/stores/contact";
import { malformedOrderNumber, orderNumberIn } from "../order/order-number.ts";
import { emailPattern } from "../lib/email-pattern.ts";

/** A message that visitors send from their own email app. */
export type MailDraft = { to: string; subject: string; body: string };

/** The mailto URL that opens the email app with this message. */
export function mailtoHref({ to, subject, body }: MailDraft): string {
  // Email apps expect CRLF and %20. URLSearchParams would write a plus sign for a space.
  const lines = body.replaceAll(/\r?\n/g, "\r\n");
  return `mailto:${encodeURIComponent(to).replace("%40", "@")}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(lines)}`;
}

/** The message as text, to be copied into an email. */
export function draftText({ to, subject, body }: MailDraft): string {
  return `To: ${to}\nSubject: ${subject}\n\n${body}`;
}

export const contactSubjects = [
  "Order",
  "Shipping",
  "Returns and exchanges",
  "Product question",
  "Press",
  "Other",
] as const satisfies readonly ContactSubject[];

export const returnReasons = [
  "Wrong size",
  "Not as described",
  "Quality issue",
  "Changed mind",
  "Received wrong item",
  "Other",
] as const;

export type FormErrors = Readonly<Record<string, string>>;

type Rule = (value: string) => string | undefined;

export const contactRules: Readonly<Record<string, Rule>> = {
  name: required("Enter your name."),
  email: address,
  subject: oneOf(contactSubjects, "Choose a subject."),
  message: required("Write your message."),
};

export const returnRules: Readonly<Record<string, Rule>> = {
  orderNumber: (value) => (orderNumberIn(value) === null ? malformedOrderNumber : undefined),
  email: address,
  reason: oneOf(returnReasons, "Choose a reason."),
};

/** The error of each invalid field; empty if all are valid. */
export function check(values: Values, rules: Readonly<Record<string, Rule>>): FormErrors {
  return Object.fromEntries(
    Object.entries(rules).flatMap(([name, rule]) => {
      const error = rule((values[name] ?? "").trim());
      return error ? [[name, error]] : [];
    }),
  );
}

export type Values = Readonly<Record<string, string>>;

/** Whether every field that has a rule has a value, even an invalid one. */
export function isFilled(values: Values, rules: Readonly<Record<string, Rule>>): boolean {
  return Object.keys(rules).every((name) => (values[name] ?? "").trim() !== "");
}

/** The text of each field of a form; "" for a file. */
export function valuesOf(form: FormData): Values {
  return Object.fromEntries(
    [...form].map(([name, value]) => [name, typeof value === "string" ? value : ""]),
  );
}

/** The contact form's message. */
export function contactDraft(to: string, values: Values): MailDraft {
  const { name = "", email = "", subject = "", message = "" } = values;
  return {
    to,
    subject: `${subject}: ${name}`,
    body: `${message}\n\n${name}\n${email}`,
  };
}

/** The email that requests a return. */
export function returnDraft(to: string, values: Values): MailDraft {
  return { to, subject: `Return of order ${numberOf(values)}`, body: returnText(values, true) };
}

/** The return request, as the values of the contact form, which has the email address in its own field, and the order number. */
export function returnMessage(values: Values): Values {
  return {
    name: `Buyer of order ${numberOf(values)}`,
    email: values["email"] ?? "",
    subject: "Returns and exchanges",
    message: returnText(values, false),
    returnOf: numberOf(values),
  };
}

function returnText(values: Values, withEmail: boolean): string {
  const { email = "", items = "", reason = "" } = values;
  const lines = [
    `Order number: ${numberOf(values)}`,
    ...(withEmail ? [`Email: ${email.trim()}`] : []),
    ...(items.trim() === "" ? [] : [`Items: ${items.trim()}`]),
    `Reason: ${reason}`,
  ];
  return `I would like to return an item from this order.\n\n${lines.join("\n")}\n`;
}

function numberOf({ orderNumber = "" }: Values): string {
  return orderNumberIn(orderNumber) ?? orderNumber.trim();
}

function required(message: string): Rule {
  return (value) => (value ? undefined : message);
}

function address(value: string): string | undefined {
  return emailPattern.test(value) ? undefined : "Enter an email address like name@example.com.";
}

function oneOf(values: readonly string[], message: string): Rule {
  return (value) => (values.includes(value) ? undefined : message);
}
