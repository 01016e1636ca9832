import { z } from "zod";
import { Country, Id, Limit, listOf, OptionalText, Page, Text, Time } from "../common.ts";
import { endpoint } from "../endpoint.ts";
import { LocationCode } from "./inventory.ts";

const Name = Text(100);
const Position = z.int().min(0).max(1000);
const place = {
  country: Country.nullable().meta({
    description: "The country in which orders picked up here are taxed. null: the store's country.",
  }),
  region: OptionalText(100).meta({
    description: "A state or province, by its code if the country has a list of codes.",
  }),
  postalCode: OptionalText(20),
};

export const Location = z
  .object({
    id: Id,
    storeId: Id,
    code: LocationCode.meta({
      description: "The code that identifies the location in stock levels. It can't be changed.",
    }),
    name: z.string(),
    position: z
      .int()
      .meta({ description: "Orders take stock from the location with the lowest position first." }),
    isActive: z
      .boolean()
      .meta({ description: "Whether shoppers can see and buy the location's stock." }),
    country: z.string().nullable(),
    region: z.string(),
    postalCode: z.string(),
    version: z.int(),
    createdAt: Time,
    updatedAt: Time,
  })
  .meta({ id: "Location" });
export type Location = z.infer<typeof Location>;

const read = { allow: ["MANAGE_PRODUCTS", "MANAGE_ORDERS"] } as const;
const write = { allow: ["MANAGE_PRODUCTS"] } as const;
const byStore = { by: "store", in: "params", field: "storeId" } as const;
const byId = { by: "resource", kind: "location", in: "params", field: "id" } as const;
const params = z.object({ id: Id });

export const locations = {
  listLocations: endpoint({
    method: "GET",
    path: "/inventory/locations/store/{storeId}",
    summary:
      "Lists the store's stock locations, in the order in which orders take stock from them.",
    access: read,
    store: byStore,
    params: z.object({ storeId: z.string().max(253) }),
    query: z.object({ page: Page, limit: Limit }),
    response: listOf(Location),
    errors: ["NOT_FOUND"],
  }),
  createLocation: endpoint({
    method: "POST",
    path: "/inventory/locations/store/{storeId}",
    summary: "Adds a stock location. Its stock is for sale unless isActive is false.",
    access: write,
    store: byStore,
    params: z.object({ storeId: z.string().max(253) }),
    body: z.strictObject({
      code: LocationCode.regex(
        /^[a-z0-9]+(?:-[a-z0-9]+)*$/,
        "Use lowercase letters and digits joined by hyphens.",
      ),
      name: Name,
      position: Position.optional().meta({ description: "Last if absent." }),
      isActive: z.boolean().default(true),
      country: place.country.default(null),
      region: place.region.default(""),
      postalCode: place.postalCode.default(""),
    }),
    response: Location,
    status: 201,
    errors: ["NOT_FOUND", "ALREADY_EXISTS", "LIMIT_REACHED"],
  }),
  updateLocation: endpoint({
    method: "PUT",
    path: "/inventory/locations/{id}",
    summary:
      "Updates a location. Fields that aren't sent don't change. The main location is always active.",
    access: write,
    store: byId,
    params,
    body: z.strictObject({
      name: Name.optional(),
      position: Position.optional(),
      isActive: z.boolean().optional(),
      country: place.country.optional(),
      region: place.region.optional(),
      postalCode: place.postalCode.optional(),
    }),
    response: Location,
    errors: ["NOT_FOUND", "INVALID_TRANSITION", "EDIT_CONFLICT"],
  }),
  deleteLocation: endpoint({
    method: "DELETE",
    path: "/inventory/locations/{id}",
    summary:
      "Deletes a location that has no units on hand, held or in transit. The main location can't be deleted.",
    access: write,
    store: byId,
    params,
    errors: ["NOT_FOUND", "INVALID_TRANSITION", "EDIT_CONFLICT"],
  }),
};
