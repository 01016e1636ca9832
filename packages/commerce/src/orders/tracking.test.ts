import { describe, expect, test } from "vitest";
import { carrierKey, carriers, trackingPage } from "./tracking.ts";

describe("the page of a parcel", () => {
  test.each([
    ["UPS", "1Z999AA10123456784", "https://www.ups.com/track?tracknum=1Z999AA10123456784"],
    [" ups ", "1Z 999 AA1 0123", "https://www.ups.com/track?tracknum=1Z999AA10123"],
    ["Colissimo", "6A1", "https://www.laposte.fr/outils/suivre-vos-envois?code=6A1"],
    ["Österreichische Post", "10", "https://www.post.at/sv/sendungsdetails?snr=10"],
    ["OESTERREICHISCHE POST", "10", "https://www.post.at/sv/sendungsdetails?snr=10"],
    ["D.P.D.", "01", "https://tracking.dpd.de/parcelstatus?query=01"],
  ])("of %s with number %s is known", (carrier, number, page) => {
    expect(trackingPage(carrier, number)).toBe(page);
  });

  test.each([
    ["Bike courier", "1"],
    [null, "1"],
    ["UPS", null],
    ["UPS", "  "],
    ["", "1"],
  ])("of %s with number %s is not", (carrier, number) => {
    expect(trackingPage(carrier, number)).toBeNull();
  });

  test("stays on the carrier's host, whatever the number", () => {
    for (const { name, url } of carriers)
      for (const number of ["../../evil", "@evil.example/", "#x", "?a=b&c", "\\\\evil.example"]) {
        const page = trackingPage(name, number) ?? "";
        expect(page.startsWith(url)).toBe(true);
        expect(new URL(page).host).toBe(new URL(url).host);
        expect(new URL(page).protocol).toBe("https:");
      }
  });
});

test("each carrier is found by its name, and no two carriers share a name", () => {
  const keys = carriers.flatMap((carrier) => carrier.keys.split(" "));
  expect(new Set(keys).size).toBe(keys.length);
  for (const { name, url } of carriers) {
    expect(keys).toContain(carrierKey(name));
    expect(trackingPage(name, "1")).toBe(`${url}1`);
  }
  for (const key of keys) expect(carrierKey(key)).toBe(key);
});
