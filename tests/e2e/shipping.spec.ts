import { randomUUID } from "node:crypto";
import type { Client } from "pg";
import { expect, slowOneWidth, test } from "./support/fixtures.ts";
import { takeProduct } from "./support/products.ts";
import {
  decide,
  expectStep,
  expectThanks,
  fillInformation,
  payButton,
  toCheckout,
} from "./support/shopper.ts";

/**
 * Adds a region that consists of one state. No other test ships there. It has one rate for delivery by mail and two for
 * pickup.
 */
async function addState(database: Client, state: string): Promise<void> {
  const [region, name] = [randomUUID(), `Region ${randomUUID()}`];
  await database.query(
    `insert into shop.shipping_regions (store_id, id, name, position) select id, $1, $2, 90 from shop.stores where slug = 'sorvela'`,
    [region, name],
  );
  await database.query(
    `insert into shop.shipping_areas (store_id, region_id, country, state)
     select id, $1, 'US', $2 from shop.stores where slug = 'sorvela'`,
    [region, state],
  );
  await database.query(
    `insert into shop.shipping_rates (store_id, id, provider_id, region_id, name, type, price_minor, transit_min, transit_max,
       location_id, pickup_address, position)
     select s.id, gen_random_uuid(), p.id, $1, r.name, r.type, r.price, r.days, r.days,
       case when r.type = 'PICKUP' then l.id end, r.address, r.position
     from shop.stores s
     join lateral (select id from shop.shipping_providers where store_id = s.id order by position limit 1) p on true
     join lateral (select id from shop.locations where store_id = s.id and deleted_at is null order by position limit 1) l on true,
       (values ('Ranch mail', 'FLAT', 300, 2, '', 0),
         ('Pickup in Cody', 'PICKUP', 0, 0, '3 Sheridan Avenue, Cody', 1),
         ('Pickup in Casper', 'PICKUP', 0, 0, '8 Center Street, Casper', 2)) r (name, type, price, days, address, position)
     where s.slug = 'sorvela'`,
    [region],
  );
}

test(
  "a state's own methods are offered, a message names the replacement for a removed method, and the receipt shows the pickup address",
  slowOneWidth,
  async ({ page, database, browserErrors }, { project }) => {
    browserErrors.expect(/409/, "the method is gone when the order is placed");
    const [state, zip] = project.name === "phone" ? ["WY", "82414"] : ["AK", "99501"];
    await addState(database, state);
    const product = await takeProduct(database);
    await toCheckout(page, product);
    await fillInformation(page, "ada@example.com");
    await page.getByLabel("State").selectOption(state);
    await page.getByLabel("ZIP code").fill(zip);
    await page.getByRole("button", { name: "Continue to shipping" }).click();
    await expectStep(page, "Shipping");
    await expect(page.getByRole("radio", { name: /^Ranch mail/ })).toBeChecked();
    const cody = page.getByRole("radio", { name: /^Pickup in Cody/ });
    await expect(cody).toHaveAccessibleName(/3 Sheridan Avenue, Cody.*Ready for pickup/);
    await cody.check();
    await page.getByRole("button", { name: "Continue to payment" }).click();
    await expectStep(page, "Payment");
    await expect(page.getByText(/3 Sheridan Avenue, Cody/)).toBeVisible();

    await database.query(
      `delete from shop.shipping_rates r using shop.shipping_areas a
     where a.store_id = r.store_id and a.region_id = r.region_id and a.state = $1 and r.name = 'Pickup in Cody'`,
      [state],
    );
    await payButton(page).click();
    await expectStep(page, "Shipping");
    const gone = "The shipping method you chose is not available. Ranch mail is used instead.";
    await expect(page.getByText(`${gone} You haven't been charged.`)).toBeVisible();
    await expect(page.getByRole("radio", { name: /^Ranch mail/ })).toBeChecked();
    await expect(cody).toHaveCount(0);

    await page.getByRole("radio", { name: /^Pickup in Casper/ }).check();
    await page.getByRole("button", { name: "Continue to payment" }).click();
    await expectStep(page, "Payment");
    await payButton(page).click();
    await decide(page, "Approve");
    await expectThanks(page);
    await expect(page.getByText("Pick up at").locator("..")).toContainText(
      "8 Center Street, Casper",
    );
    await expect(page.getByText("Ready for pickup", { exact: true })).toBeVisible();
  },
);
