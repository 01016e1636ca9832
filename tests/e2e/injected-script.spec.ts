import { expect, oneWidth, test, untilHydrated } from "./support/fixtures.ts";
import { takeForGood } from "./support/products.ts";

test(
  "a script in an unsanitized description does not run, and the page's own scripts do",
  oneWidth,
  async ({ page, database, browserErrors }) => {
    browserErrors.expect(
      /security policy: (?:script-src|style-src)/,
      "the policy blocks the injected script",
    );
    browserErrors.expect(/Content Security Policy/, "the browser reports the blocked script");
    const { productId, link, name } = await takeForGood(database);
    await database.query("update shop.products set seo_description = $1 where id = $2", [
      `<p>Put in</p>
       <script>window.stolen = 1</script>
       <script nonce="x">window.stolen = 2</script>
       <script type="module" async="">window.stolen = 3</script>
       <script type="text/module" data-files="">window.stolen = 4</script>
       <img src="data:," alt="" onerror="window.stolen = 5">
       <style>h1{display:none}</style>`,
      productId,
    ]);
    await page.goto(`/product?link=${link}`);
    await untilHydrated(page);
    await expect(page.getByText("Put in")).toBeVisible();
    await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
    expect(await page.evaluate(() => "stolen" in window)).toBe(false);

    // The script doesn't run on a page that is reached by client-side navigation either.
    await page.goto("/");
    await untilHydrated(page);
    await page.evaluate((address) => {
      const a = document.createElement("a");
      a.href = address;
      document.body.append(a);
      history.pushState(null, "", address);
      dispatchEvent(new PopStateEvent("popstate"));
    }, `/product?link=${link}`);
    await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
    expect(await page.evaluate(() => "stolen" in window)).toBe(false);
  },
);
