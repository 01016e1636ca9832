import * as fc from "fast-check";
import { expect } from "vitest";
import { test } from "#tests/world.ts";
import { queryOfStore } from "./words-query.ts";

const storeId = "0191d8a4-5c3b-7c41-9f7e-2b6a1c0d9e5f";

const letter = fc.constantFrom(
  "a",
  "b",
  "é",
  "漢",
  "\u{1f9e5}",
  "'",
  "\\",
  " ",
  "-",
  "&",
  "|",
  "(",
  ":*A",
  "<1>",
);
const word = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom("a", "ab", "b'", "\\\\") },
  { weight: 3, arbitrary: fc.string({ unit: letter, minLength: 1, maxLength: 3 }) },
  fc.string({ unit: letter, minLength: 38, maxLength: 60 }),
);

const texts = fc.array(fc.tuple(word, fc.constantFrom("A", "B", "D")), {
  minLength: 1,
  maxLength: 6,
});
const isShort = ([{ length }]: readonly [string, string]) => length <= 20;

function quoted(text: string): string {
  return `'${text.replaceAll(/[\\']/g, "$&$&")}'`;
}

function vector(words: readonly (readonly [string, string])[]): string {
  return [...new Map(words)]
    .map(([text, weight], at) => `${quoted(text)}:${at + 1}${weight}`)
    .join(" ");
}

/** A tsquery of words with these signs after and between them. */
function queryOf(signs: readonly string[], between: readonly string[]) {
  const { query } = fc.letrec<{ query: string; one: string; two: string }>((tie) => ({
    query: fc.oneof({ maxDepth: 4 }, tie("one"), tie("two")),
    one: fc.tuple(word, fc.constantFrom(...signs)).map(([text, sign]) => quoted(text) + sign),
    two: fc
      .tuple(tie("query"), fc.constantFrom(...between), tie("query"))
      .map(([left, sign, right]) => `(${left} ${sign} ${right})`),
  }));
  return query;
}

const any = queryOf(["", ":*", ":A", ":*AB", ":ABCD"], ["&", "|", "<->", "<3>"]);
/** Without what the index ignores: weights, and that words follow each other. */
const plain = queryOf(["", ":*"], ["&", "|"]);

test("the query for the index of words finds what the query itself finds, and more only because of weights, phrases and long words", async ({
  world,
}) => {
  const samples = [any, plain].flatMap((query) =>
    fc.sample(fc.record({ text: texts, query, isPlain: fc.constant(query === plain) }), 400),
  );
  const { rows: written } = await world.admin.query<{ query: string }>(
    "select query::tsquery::text as query from unnest($1::text[]) query",
    [samples.map(({ query }) => query)],
  );
  const { rows } = await world.admin.query<{ finds: boolean; ofStore: boolean; isSame: boolean }>(
    `select words @@ query as finds, catalogue.words_of_store($1, words, 'DE') @@ of_store as "ofStore",
       of_store::text = catalogue.query_of_store($1, query, 'DE')::text as "isSame"
     from unnest($2::tsvector[], $3::tsquery[], $4::tsquery[]) s (words, query, of_store)`,
    [
      storeId,
      samples.map(({ text }) => vector(text)),
      written.map(({ query }) => query),
      written.map(({ query }) => queryOfStore(storeId, query, "DE")),
    ],
  );
  expect(rows.filter(({ finds }) => finds).length).toBeGreaterThan(80);
  const wrong = samples.filter(({ text, query, isPlain }, i) => {
    const { finds, ofStore, isSame } = rows[i] ?? {};
    const isExact = isPlain && text.every(isShort) && !/'[^']{20}/.test(query);
    return isSame !== true || (isExact ? finds !== ofStore : finds === true && ofStore !== true);
  });
  expect(wrong).toEqual([]);
  expect([queryOfStore(storeId, ""), queryOfStore(storeId, null)]).toEqual([null, null]);
});
