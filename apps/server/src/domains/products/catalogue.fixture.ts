import type { z } from "zod";
import type { RoleType } from "@vetrina/contract/enumerations";
import { ProductInput } from "@vetrina/contract/catalogue/product-inputs";
import type { Product } from "@vetrina/contract/catalogue/products";
import { queryable, sql } from "../../platform/database/sql.ts";
import { newId } from "../../platform/id.ts";
import { seedSession } from "#tests/seed.ts";
import type { Client, World } from "#tests/world.ts";
import { assignBuiltInRole } from "../roles/assign-built-in-role.ts";
import { createProduct } from "./create-product.ts";

type Body = Partial<z.input<typeof ProductInput>>;

let made = 0;

/** Returns a createProduct body: a published dress in two sizes for 40.00, with the fields in `over` replaced. */
export function productBody(over: Body = {}): ProductInput {
  return ProductInput.parse({
    name: `Slip dress ${++made}`,
    status: "ACTIVE",
    category: "dresses",
    department: "women",
    options: [{ name: "Size", values: [{ value: "S" }, { value: "M" }] }],
    variants: [
      { options: { Size: "S" }, price: 40, stock: 10 },
      { options: { Size: "M" }, price: 40, stock: 10 },
    ],
    ...over,
  });
}

/** Creates a product by calling the handler as the system. */
export async function makeProduct(
  world: World,
  storeId: string,
  over: Body = {},
): Promise<Product> {
  return createProduct(await world.system(storeId), { body: productBody(over) });
}

/** Returns a client signed in with one of the store's built-in roles. */
export async function staffClient(
  world: World,
  storeId: string,
  role: RoleType = "MANAGER",
): Promise<Client> {
  const userId = newId();
  await queryable(world.admin).run(sql`
    insert into shop.users (id, email, name, password_hash)
    values (${userId}, ${`${userId}@example.com`}, 'Ada', 'none')`);
  await assignBuiltInRole(await world.system(storeId), { userId, role });
  return world.client({ accessToken: await seedSession(world, userId) });
}
