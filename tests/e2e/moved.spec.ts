import { expect, oneWidth, test } from "./support/fixtures.ts";

// Inserts former slugs directly, because renaming would change pages that other tests use.
test(
  "a former slug of a product redirects to it with the other query parameters",
  oneWidth,
  async ({ page, database }) => {
    await database.query(
      "insert into shop.product_links (store_id, link, product_id) select store_id, 'once-a-coat', id from shop.products where link = 'double-breasted-wool-coat' on conflict do nothing",
    );
    const moved = await page.request.get("/product?link=once-a-coat&variant=navy-m", {
      maxRedirects: 0,
    });
    expect([moved.status(), moved.headers()["location"]]).toEqual([
      301,
      "/product?link=double-breasted-wool-coat&variant=navy-m",
    ]);
    await page.goto("/product?link=once-a-coat");
    await expect(page).toHaveURL(/link=double-breasted-wool-coat/);
  },
);

test(
  "a former slug of a collection redirects to it with its filters",
  oneWidth,
  async ({ page, database }) => {
    const { rows } = await database.query<{ link: string }>(
      "insert into shop.collection_links (store_id, link, collection_id) select c.store_id, 'once-a-season', c.id from shop.collections c join shop.stores s on s.id = c.store_id and s.slug = 'sorvela' where c.deleted_at is null and c.is_published order by c.position limit 1 returning (select link from shop.collections where id = collection_id) as link",
    );
    const link = rows[0]?.link ?? "";
    const moved = await page.request.get("/collections/once-a-season?sort=price-low", {
      maxRedirects: 0,
    });
    expect(moved.status()).toBe(301);
    expect(moved.headers()["location"]).toMatch(new RegExp(`/${link}\\?sort=price-low$`));
    await page.goto("/collections/once-a-season");
    await expect(page).toHaveURL(new RegExp(`/${link}$`));
  },
);
