import { expect, test } from "vitest";
import { LiveChat, SocialLinks, StoreLaunch, StorePromises } from "./store-facts.ts";

const link = (network: string, url: string) => ({ network, url });

test.each([
  link("instagram", "https://www.instagram.com/atelier"),
  link("youtube", "https://m.youtube.com/@atelier"),
  link("x", "https://twitter.com/atelier"),
])("accepts a profile at its own network: %o", (one) => {
  expect(SocialLinks.safeParse([one]).success).toBe(true);
});

test.each([
  link("instagram", "http://www.instagram.com/atelier"),
  link("instagram", "https://instagram.com"),
  link("instagram", "https://instagram.com.evil.example/atelier"),
  link("instagram", "https://evil.example/instagram.com"),
  link("instagram", "https://user@instagram.com/atelier"),
  link("instagram", "https://instagram.com:8443/atelier"),
  link("instagram", "javascript:alert(1)"),
  link("instagram", "https://www.facebook.com/atelier"),
  link("friendface", "https://friendface.example/atelier"),
])("refuses any other link: %o", (one) => {
  expect(SocialLinks.safeParse([one]).success).toBe(false);
});

test("refuses two links to the same network", () => {
  const one = link("x", "https://x.com/atelier");
  expect(SocialLinks.safeParse([one, one]).success).toBe(false);
});

test("accepts only valid days, hours and times", () => {
  const promises = { refundDays: { min: 5, max: 7 }, damageReportHours: 48, warrantyYears: 1 };
  expect(StorePromises.safeParse(promises).success).toBe(true);
  for (const wrong of [{ refundDays: { min: 7, max: 5 } }, { damageReportHours: 0 }, { more: 1 }])
    expect(StorePromises.safeParse({ ...promises, ...wrong }).success).toBe(false);

  const launch = { startsOn: "2026-09-01", launchesOn: "2027-02-01" };
  expect(StoreLaunch.safeParse(launch).success).toBe(true);
  for (const launchesOn of ["2026-09-01", "2026-02-30", "soon"])
    expect(StoreLaunch.safeParse({ ...launch, launchesOn }).success).toBe(false);

  const hours = [{ from: "MON", to: "FRI", opens: "09:00", closes: "17:30" }];
  const chat = { href: "https://chat.example/atelier", hours };
  expect(LiveChat.safeParse(chat).success).toBe(true);
  expect(LiveChat.safeParse({ href: "mailto:chat@atelier.example", hours: null }).success).toBe(
    true,
  );
  for (const href of ["javascript:alert(1)", "http://chat.example", "mailto:nobody", "/chat"])
    expect(LiveChat.safeParse({ href, hours }).success).toBe(false);
  for (const wrong of [{ opens: "25:00" }, { closes: "08:00" }, { from: "Monday" }])
    expect(LiveChat.safeParse({ ...chat, hours: [{ ...hours[0], ...wrong }] }).success).toBe(false);
});
