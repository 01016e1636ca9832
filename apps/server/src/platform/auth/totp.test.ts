import { expect, test } from "vitest";
import { base32, codeAt, newTotpSecret, otpauthUri, stepOfCode } from "./totp.ts";

const secret = Buffer.from("12345678901234567890");

test("RFC 6238, appendix B: the last six of the eight digits at each time", () => {
  for (const [seconds, code] of [
    [59, "94287082"],
    [1111111109, "07081804"],
    [1111111111, "14050471"],
    [1234567890, "89005924"],
    [2000000000, "69279037"],
    [20000000000, "65353130"],
  ] as const) {
    expect(codeAt(secret, Math.floor(seconds / 30))).toBe(code.slice(2));
    expect(stepOfCode(secret, code.slice(2), new Date(seconds * 1000))).toBe(
      Math.floor(seconds / 30),
    );
  }
});

test("RFC 4226, appendix D: the codes of the first ten counts", () => {
  const codes = Array.from({ length: 10 }, (_, count) => codeAt(secret, count));
  expect(codes.join(" ")).toBe(
    "755224 287082 359152 969429 338314 254676 287922 162583 399871 520489",
  );
});

test("a code is valid from one step before to one step after its own", () => {
  const step = 41_152_263;
  const code = codeAt(secret, step);
  const at = (offset: number) =>
    stepOfCode(secret, code, new Date((step + offset) * 30_000 + 15_000));
  expect([-2, -1, 0, 1, 2].map(at)).toEqual([null, step, step, step, null]);
});

test("a text that isn't a code is rejected", () => {
  const now = new Date();
  for (const code of ["", "0", "abcdef", "1234567", " 287082"])
    expect(stepOfCode(secret, code, now)).toBeNull();
});

test("base 32 without padding (RFC 4648)", () => {
  for (const [text, encoded] of [
    ["", ""],
    ["f", "MY"],
    ["fo", "MZXQ"],
    ["foo", "MZXW6"],
    ["foob", "MZXW6YQ"],
    ["fooba", "MZXW6YTB"],
    ["foobar", "MZXW6YTBOI"],
  ] as const)
    expect(base32(Buffer.from(text))).toBe(encoded);
  expect(base32(newTotpSecret())).toMatch(/^[A-Z2-7]{32}$/);
});

test("the URI for the app contains issuer, account and parameters", () => {
  const uri = otpauthUri(secret, "ada@example.com", "Vetrina & Co");
  expect(uri).toBe(
    "otpauth://totp/Vetrina%20%26%20Co:ada%40example.com?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Vetrina%20%26%20Co&algorithm=SHA1&digits=6&period=30",
  );
});
