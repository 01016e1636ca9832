import type { z } from "zod";

type Issue = z.core.$ZodRawIssue | z.core.$ZodIssue;

/** Maximum number of allowed values listed in a message. */
const maxNamed = 20;

/**
 * The message for an invalid value, which says what to send. A schema's own message takes precedence. Covers every kind
 * of validation issue.
 */
export function errorText(issue: Issue): string {
  switch (issue.code) {
    case "invalid_type":
      return `${issue.input === undefined ? "This is required: send" : "Send"} ${nounOf(issue.expected)}.`;
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
      return "This field doesn't exist. Remove it.";
    case "invalid_union":
      return ofUnion(issue);
    case "invalid_key":
      return `This field's name isn't valid. ${firstOf(issue.issues)}`;
    case "invalid_element":
      return firstOf(issue.issues);
    default:
      return "This value isn't allowed here. Send a different one.";
  }
}

/** The words that messages use for values, by type. Covers only the types that JSON and query strings can contain. */
const nouns: Readonly<Record<string, string>> = {
  string: "text",
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
      ? "This can't be empty. Enter a value."
      : `Use ${exact ? "" : "at least "}${minimum} characters.`;
  if (isCounted(origin))
    return `Send ${exact ? "" : "at least "}${minimum} ${minimum === 1 ? "item" : "items"}.`;
  return inclusive === false ? `Use more than ${minimum}.` : `Use ${minimum} or more.`;
}

function tooBig({ origin, maximum, inclusive, exact }: Of<"too_big">): string {
  if (origin === "string") return `Use ${exact ? "" : "at most "}${maximum} characters.`;
  if (isCounted(origin) && maximum === 0) return "Send no items.";
  if (isCounted(origin))
    return `Send ${exact ? "" : "at most "}${maximum} ${maximum === 1 ? "item" : "items"}.`;
  return inclusive === false ? `Use less than ${maximum}.` : `Use ${maximum} or less.`;
}

function isCounted(origin: string): boolean {
  return origin === "array" || origin === "set" || origin === "map" || origin === "object";
}

const formats: Readonly<Record<string, string>> = {
  email: "Use an email address, such as ada@example.com.",
  uuid: "Use an id, such as 0190c6a2-7b1e-7c3d-9f00-5a4b3c2d1e0f.",
  datetime: "Use a time in UTC, such as 2026-11-20T10:00:00.000Z.",
  date: "Use a date, such as 2026-11-20.",
  url: "Use a URL, such as https://example.com.",
};

function ofFormat({ format }: Of<"invalid_format">): string {
  return formats[format] ?? "Use the format described in the API documentation.";
}

function oneOf(values: readonly unknown[]): string {
  // A boolean in a query can be written in several ways. The message names only two of them.
  if (values.includes("true") && values.includes("false")) return "Send true or false.";
  const named = values.slice(0, maxNamed).map(String);
  if (named.length === 1) return `Use ${named[0]}.`;
  if (values.length > maxNamed) return `Use an allowed value, such as ${named.join(", ")}.`;
  return `Use one of ${named.join(", ")}.`;
}

/**
 * The message for a value that matches none of several alternatives. It explains the error of the first alternative for
 * the value's type or, if there is none, lists what each alternative accepts.
 */
function ofUnion(issue: Of<"invalid_union">): string {
  const ways = issue.errors ?? [];
  const sameType = ways.find((issues) =>
    issues.every(({ code, path }) => !isOtherType(code, path)),
  );
  if (sameType !== undefined && sameType.length > 0) return firstOf(sameType);
  const sentences = ways.flatMap((issues) => issues.slice(0, 1).map((first) => errorText(first)));
  const accepted = [...new Set(sentences.map((text) => text.replace(/^.*[Ss]end |\.$/g, "")))];
  return accepted.length === 0
    ? "This value isn't allowed here. Send a different one."
    : `Send ${accepted.join(" or ")}.`;
}

function isOtherType(code: Issue["code"], path: readonly PropertyKey[]): boolean {
  return code === "invalid_type" && path.length === 0;
}

function firstOf(issues: readonly z.core.$ZodIssue[]): string {
  const [first] = issues;
  return first?.message ?? "This value isn't allowed here. Send a different one.";
}
