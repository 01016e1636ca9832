import { expect, test } from "vitest";
import { tablesWrittenIn } from "./table-writes.ts";

test.each([
  ["insert into shop.orders (id) values (1)", ["shop.orders"]],
  ["with gone as (\n  delete from\n    shop.orders)", ["shop.orders"]],
  ['UPDATE only "shop"."orders" set a = 1', ["shop.orders"]],
  ["merge into shop.orders o using x on true", ["shop.orders"]],
  ["truncate table shop.orders", ["shop.orders"]],
  [
    "with a as (update shop.orders set b = 1) insert into shop.mails",
    ["shop.orders", "shop.mails"],
  ],
  ["update ${table} set a = 1", [null]],
  ["select from shop.orders o for update of o", []],
  ["select from shop.orders for no key update ${wait}", []],
  ["insert into shop.orders values (1) on conflict do update set a = 1", ["shop.orders"]],
])("finds the written tables of %j", (statement, tables) => {
  expect(tablesWrittenIn(statement)).toEqual(tables);
});
