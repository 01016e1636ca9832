import { expect, test } from "vitest";
import { hasTag, mailboxOf } from "./mailbox.ts";

test.for([
  ["Ada@Example.com", "ada@example.com", false],
  ["ada+news@example.com", "ada@example.com", true],
  ["ada+a+b@example.com", "ada@example.com", true],
  ["a.da@example.com", "a.da@example.com", false],
  ["a.d.a@gmail.com", "ada@gmail.com", false],
  ["A.da+x@googlemail.com", "ada@gmail.com", true],
  ["+news@example.com", "+news@example.com", false],
  ["+news+x@example.com", "+news@example.com", true],
] as const)("the mailbox of %s is %s", ([email, mailbox, isTagged]) => {
  expect(mailboxOf(email)).toBe(mailbox);
  expect(hasTag(email)).toBe(isTagged);
});
