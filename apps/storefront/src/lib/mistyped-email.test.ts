import { expect, test } from "vitest";
import { likelyMeant } from "./mistyped-email.ts";

test.each([
  ["anna@gmial.com", "anna@gmail.com"],
  ["anna@gnail.com", "anna@gmail.com"],
  ["anna@gmail.con", "anna@gmail.com"],
  ["anna@gmail.co", "anna@gmail.com"],
  ["maria.klein@gmial.con", "maria.klein@gmail.com"],
  ["anna@mail.con", "anna@mail.com"],
  ["anna@sorvela.cmo", "anna@sorvela.com"],
  ["anna@ggmail.com", "anna@gmail.com"],
  ["Anna.B@Hotmial.com", "Anna.B@hotmail.com"],
  ["anna@outlok.com", "anna@outlook.com"],
  ["anna@yahooo.com", "anna@yahoo.com"],
  ["anna@icloud.co", "anna@icloud.com"],
  ["anna@lbero.it", "anna@libero.it"],
])("%s was likely meant as %s", (typed, meant) => expect(likelyMeant(typed)).toBe(meant));

test.each(
  "gmail.com GMAIL.com mail.com ymail.com email.com gmx.net gmx.de mac.com me.com bol.com.br yahoo.it yahoo.co.uk hotmail.it live.it libero.it web.de orange.fr proton.me qq.com naver.com sorvela.com atelier.co".split(
    " ",
  ),
)("%s looks right", (domain) => expect(likelyMeant(`anna@${domain}`)).toBeNull());

test.each(["", "anna", "anna@", "@", "anna.con"])("%j is not an address", (typed) =>
  expect(likelyMeant(typed)).toBeNull(),
);
