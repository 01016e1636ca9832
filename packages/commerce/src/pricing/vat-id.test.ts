import { expect, test } from "vitest";
import { checkVatId } from "./vat-id.ts";

// Published examples of VAT IDs, at least one per country.
const valid =
  "ATU13585627 BE0428759497 BG175074752 CHE107787577IVA CY10259033P CZ25123891 DE136695976 DK13585628 EE100931558 EL094259216 ESB58378431 ES54362315K ESX5253868R FI20774740 FR40303265045 FRK7399859412 GB980780684 HR33392005961 HU12892312 IE6433435F IE6433435OA IE8D79739I IT00743110157 LT119511515 LT100001919017 LU15027442 LV40003521600 MT11679112 NL004495445B01 NL123456782B90 NL123456789B13 NO995525828MVA PL8567346215 PT501964843 RO18547290 SE123456789701 SI50223054 SK2022749619 XI980780684".split(
    " ",
  );

test.each(valid)("%s is valid, however it is written", (id) => {
  const spaced = ` ${id.slice(0, 2).toLowerCase()} ${id.slice(2, 5)}.${id.slice(5, 8)}-${id.slice(8)} `;
  const country = id.startsWith("EL") ? "GR" : id.slice(0, 2);
  for (const text of [id, spaced])
    expect(checkVatId(text)).toEqual({ ok: true, vatId: { vatId: id, country } });
});

test.each(valid)("%s with a different check digit is rejected", (id) => {
  // The position of the check digit: the last digit before the letters or the branch number that may follow.
  const at = /^(?:NL|SE|LU)/.test(id) ? 9 : id.search(/\d[A-Z]*$/);
  const next = String((Number(id[at]) + 1) % 10);
  const wrong = id.slice(0, at) + next + id.slice(at + 1);
  expect(checkVatId(wrong)).toMatchObject({ ok: false });
});

test("the prefix GR is read as Greece's EL", () => {
  expect(checkVatId("GR 094259216")).toEqual({
    ok: true,
    vatId: { vatId: "EL094259216", country: "GR" },
  });
});

test.each(["", "IT", "00743110157", "US123456789", "IT0074311015", "IT007431101577", "🇮🇹"])(
  "%j is rejected",
  (text) => {
    expect(checkVatId(text)).toMatchObject({ ok: false });
  },
);

test.each(["GBGD001", "GBHA599", "CZ7103192745", "LV16117519997", "ESK0867756I"])(
  "%s, for which no check digit is defined, is checked only by its form",
  (id) => {
    expect(checkVatId(id)).toMatchObject({ ok: true });
  },
);
