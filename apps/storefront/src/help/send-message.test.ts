import { ApiError } from "@vetrina/client/api-error";
import { expect, test } from "vitest";
import { sendMessage } from "./send-message.ts";

const values = {
  name: " Ada ",
  email: "ada@example.com",
  subject: "Order",
  message: "Where is it?",
};

test("trims the sent texts, and sends nothing that the form would reject", async () => {
  const sent: unknown[] = [];
  const client = { contact: { createContactMessage: (input: unknown) => accept(sent, input) } };
  const send = (more: object) =>
    sendMessage(() => client as never, "store", { ...values, ...more }, fail);
  expect(await send({})).toEqual({ status: "sent" });
  expect(sent).toEqual([{ storeId: "store", body: { ...values, name: "Ada" } }]);
  for (const [wrong, field] of [
    [{ name: " " }, "name"],
    [{ name: "x".repeat(121) }, "name"],
    [{ email: "ada" }, "email"],
    [{ subject: "Spam" }, "subject"],
    [{ message: "x".repeat(4001) }, "message"],
  ] as const)
    expect(await send(wrong)).toEqual({
      status: "invalid",
      errors: { [field]: expect.any(String) },
    });
  // The server counts characters: each of these is one character but two UTF-16 code units.
  expect(await send({ message: "👗".repeat(4000) })).toEqual({ status: "sent" });
  expect(sent).toHaveLength(2);
});

test("maps a validation error to its field, explains a rate limit, and logs any other failure", async () => {
  const noted: unknown[] = [];
  const answer = (code: string, details: unknown = null) => {
    const error = new ApiError({
      url: "/",
      status: 400,
      statusText: "",
      body: { code, message: code, details },
    });
    const client = { contact: { createContactMessage: () => Promise.reject(error) } };
    return sendMessage(
      () => client as never,
      "store",
      values,
      (one) => noted.push(one),
    );
  };
  expect(await answer("VALIDATION_FAILED", [{ path: "email", message: "x" }])).toEqual({
    status: "invalid",
    errors: { email: "Enter an email address like name@example.com." },
  });
  expect(await answer("RATE_LIMITED")).toEqual({ status: "limited" });
  expect(noted).toEqual([]);
  expect(await answer("INTERNAL_ERROR")).toEqual({ status: "failed" });
  expect(noted).toHaveLength(1);
});

function accept(sent: unknown[], input: unknown): Promise<void> {
  sent.push(input);
  return Promise.resolve();
}

function fail(error: unknown): never {
  throw error;
}
