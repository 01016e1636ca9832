import { expect, test } from "vitest";
import { demoteHeadings } from "./policy-html.ts";

test("moves headings one level down and changes nothing else", () => {
  expect(demoteHeadings('<h2 id="a">A</h2><p>h2 <hr></p><H3>B</H3>')).toBe(
    '<h3 id="a">A</h3><p>h2 <hr></p><h4>B</h4>',
  );
});
