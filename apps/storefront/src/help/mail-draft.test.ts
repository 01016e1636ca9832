import { expect, test } from "vitest";
import {
  check,
  contactDraft,
  contactRules,
  draftText,
  isFilled,
  mailtoHref,
  returnDraft,
  returnMessage,
  returnRules,
} from "./mail-draft.ts";

const values = {
  name: "Ada",
  email: "ada@example.com",
  subject: "Order",
  message: "Where & when?\n50% + 1",
};

test("the email app gets the message as it was written", () => {
  const href = mailtoHref(contactDraft("hello@shop.example", values));
  const url = new URL(href);
  expect(url.protocol).toBe("mailto:");
  expect(url.pathname).toBe("hello@shop.example");
  expect(url.searchParams.get("subject")).toBe("Order: Ada");
  expect(href).not.toContain("+");
  expect(url.searchParams.get("body")).toBe(
    "Where & when?\r\n50% + 1\r\n\r\nAda\r\nada@example.com",
  );
});

test("a message cannot add recipients or headers", () => {
  const href = mailtoHref(
    contactDraft("hello@shop.example", { ...values, name: "Ada&bcc=eve@example.com\r\nCc: x" }),
  );
  expect([...new URL(href).searchParams.keys()]).toEqual(["subject", "body"]);
});

test("the text to copy includes recipient and subject", () => {
  const text = draftText(
    returnDraft("hello@shop.example", {
      orderNumber: "7k3m 9qxz",
      email: "a@b.co",
      items: "Wool coat, M",
      reason: "Other",
    }),
  );
  expect(text).toContain("To: hello@shop.example\nSubject: Return of order 7K3M-9QXZ\n");
  expect(text).toContain("Items: Wool coat, M\nReason: Other");
});

test("all four fields are required, with a valid address and a subject from the list", () => {
  expect(check(values, contactRules)).toEqual({});
  expect(Object.keys(check({}, contactRules))).toEqual(["name", "email", "subject", "message"]);
  const wrong = { ...values, email: "ada@example", subject: "Spam", message: "   " };
  expect(Object.keys(check(wrong, contactRules))).toEqual(["email", "subject", "message"]);
  expect(isFilled(wrong, contactRules)).toBe(false);
  expect(isFilled({ ...wrong, message: "x" }, contactRules)).toBe(true);
});

test("a return requires an order, an address and one of six reasons", () => {
  expect(Object.keys(check({ reason: "Bored" }, returnRules))).toEqual([
    "orderNumber",
    "email",
    "reason",
  ]);
  const filled = { orderNumber: "7k3m9qxz", email: "a@b.co", reason: "Other" };
  expect(check(filled, returnRules)).toEqual({});
  expect(Object.keys(check({ ...filled, orderNumber: "1001" }, returnRules))).toEqual([
    "orderNumber",
  ]);
});

test("a return sent from the page is a valid message of the contact form", () => {
  const message = returnMessage({ orderNumber: "#7k3m9qxz", email: "a@b.co", reason: "Other" });
  expect(check(message, contactRules)).toEqual({});
  expect(message).toMatchObject({
    name: "Buyer of order 7K3M-9QXZ",
    subject: "Returns and exchanges",
    returnOf: "7K3M-9QXZ",
  });
  expect(message["message"]).toContain("Order number: 7K3M-9QXZ\nReason: Other");
});
