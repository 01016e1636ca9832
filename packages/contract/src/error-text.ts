import type { z } from "zod";

type Issue = z.core.$ZodRawIssue | z.core.$ZodIssue;

/** Members of a list of allowed values that are named in a message. */
const maxNamed = 20;

/**
 * What a caller is told of a value that does not fit: one sentence that says what to send instead. A message that a schema
 * has itself goes before it. Every kind of fault there is has its sentence here.
 */
export function errorText(issue: Issue): string {
  switch (issue.code) {
    case "invalid_type":
      return `${issue.input === undefined ? "This is missing: send" : "Send"} ${nounOf(issue.expected)}.`;
    case "too_small":
      return tooSmall(issue);
    case "too_big":
      return tooBig(issue);
    case "invalid_format":
      return ofFormat(issue);
    case "not_multiple_of":
      return `Use a multiple of ${issue.divisor}.`;
    case "invalid_value":
      return oneOf(issue.values);
    case "unrecognized_keys":
      return "This field is not known here.";
    case "invalid_union":
      return ofUnion(issue);
    case "invalid_key":
      return `Its name: ${firstOf(issue.issues)}`;
    case "invalid_element":
      return firstOf(issue.issues);
    default:
      return "Send another value: this one can't be used here.";
  }
}

/** What a value of a type is called, of those that JSON and addresses can hold. */
const nouns: Readonly<Record<string, string>> = {
  string: "a text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  stringbool: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
  date: "a time",
  null: "null",
};

function nounOf(expected: string): string {
  return nouns[expected] ?? "another value";
}

type Of<Code extends Issue["code"]> = Extract<Issue, { code: Code }>;

function tooSmall({ origin, minimum, inclusive, exact }: Of<"too_small">): string {
  if (origin === "string")
    return minimum === 1
      ? "Write something here."
      : `Use ${exact ? "" : "at least "}${minimum} characters.`;
  if (isCounted(origin)) return `Name ${exact ? "" : "at least "}${minimum}.`;
  return inclusive === false ? `Use more than ${minimum}.` : `Use ${minimum} or more.`;
}

function tooBig({ origin, maximum, inclusive, exact }: Of<"too_big">): string {
  if (origin === "string") return `Use ${exact ? "" : "at most "}${maximum} characters.`;
  if (isCounted(origin)) return `Name ${exact ? "" : "at most "}${maximum}.`;
  return inclusive === false ? `Use less than ${maximum}.` : `Use ${maximum} or less.`;
}

function isCounted(origin: string): boolean {
  return origin === "array" || origin === "set" || origin === "map" || origin === "object";
}

const formats: Readonly<Record<string, string>> = {
  email: "Use an e-mail address, such as ada@example.com.",
  uuid: "Use an id, such as 0190c6a2-7b1e-7c3d-9f00-5a4b3c2d1e0f.",
  datetime: "Use a time in UTC, such as 2026-11-20T10:00:00.000Z.",
  date: "Use a date, such as 2026-11-20.",
  url: "Use an address, such as https://example.com.",
};

function ofFormat({ format }: Of<"invalid_format">): string {
  return formats[format] ?? "Write it as the documentation of the call describes.";
}

function oneOf(values: readonly unknown[]): string {
  // A yes or no in an address: it may be written in many ways, of which two are enough.
  if (values.includes("true") && values.includes("false")) return "Send true or false.";
  const named = values.slice(0, maxNamed).map(String);
  if (named.length === 1) return `Use ${named[0]}.`;
  return `Use one of ${named.join(", ")}${values.length > maxNamed ? " and others" : ""}.`;
}

/** Of the ways a value may be written, the one that was begun; else all of them. */
function ofUnion(issue: Of<"invalid_union">): string {
  const ways = issue.errors ?? [];
  const begun = ways.find((faults) => faults.every(({ code, path }) => !isOtherType(code, path)));
  if (begun !== undefined && begun.length > 0) return firstOf(begun);
  const sentences = ways.flatMap((faults) => faults.slice(0, 1).map((fault) => errorText(fault)));
  const asked = [...new Set(sentences.map((text) => text.replace(/^.*[Ss]end |\.$/g, "")))];
  return asked.length === 0
    ? "Send another value: this one can't be used here."
    : `Send ${asked.join(" or ")}.`;
}

function isOtherType(code: Issue["code"], path: readonly PropertyKey[]): boolean {
  return code === "invalid_type" && path.length === 0;
}

function firstOf(issues: readonly z.core.$ZodIssue[]): string {
  const [first] = issues;
  return first?.message ?? "Send another value: this one can't be used here.";
}
