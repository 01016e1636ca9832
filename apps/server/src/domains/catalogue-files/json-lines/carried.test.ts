import { expect } from "vitest";
import { test } from "#tests/world.ts";

/** The tables of a store's catalogue, each with the columns that the file contains, possibly under another name. */
const carried: Record<string, string> = {
  locations: "code name position is_active country region postal_code",
  store_languages: "code is_default is_published",
  synonyms: "groups disabled_built_in",
  policies: "type title content updated_at",
  policy_versions: "policy_id version title content created_at",
  media: "key widths bytes alt",
  products: `link name description seo_title seo_description meta_description status category department vendor tax_class tags composition care
    measurements body_measurements options sale_ends_at published_at created_at`,
  product_links: "link product_id",
  variants: `product_id name slug sku barcode price_minor regular_price_minor weight_grams options position`,
  price_changes: "variant_id started_at price_minor regular_price_minor",
  inventory_levels: "variant_id location on_hand reorder_point backorder_limit backorder_on",
  images: "product_id position key remote_url alt color kind widths",
  collections: "link name description rule position is_published media_id",
  collection_links: "link collection_id",
  collection_products: "collection_id product_id position",
  upsells: "product_id target_id type position",
  menus: "name items",
  translations: "entity_type entity_id language_code fields",
  review_photos: "review_id key widths bytes",
  reviews: `product_id name rating title content fit verified status created_at reply replied_at helpful_count`,
};

/** Columns of these tables that are not in the file, and the reasons. */
const left: Record<string, string> = {
  "*.store_id": "it goes into another store",
  "*.id": "another store gives its own",
  "*.version": "counts the edits of one store",
  "*.created_at": "when it was made in this store",
  "*.updated_at": "when it was changed in this store",
  "*.deleted_at": "what is deleted is not carried",
  "product_links.moved_at": "when it moved in this store",
  "collection_links.moved_at": "when it moved in this store",
  "products.price_minor": "follows from the variants",
  "products.regular_price_minor": "follows from the variants",
  "products.highest_price_minor": "follows from the variants",
  "products.color_option": "follows from the options",
  "products.size_option": "follows from the options",
  "products.colors": "follows from the variants",
  "products.sizes": "follows from the variants",
  "products.tag_keys": "follows from the tags",
  "variants.sku_key": "follows from the SKU",
  "products.in_stock": "follows from the stock",
  "products.facet_set": "follows from the product",
  "products.filled_fields": "follows from the words",
  "products.changes_at": "follows from the time of publication",
  "products.rating_sum": "follows from the reviews",
  "products.rating_count": "follows from the reviews",
  "inventory_levels.reserved": "held by orders, which are not carried",
  "inventory_levels.incoming": "on the way by transfers, which are not carried",
  "inventory_levels.min_available": "follows from the limit",
  "inventory_levels.sell_rank": "follows from the location",
  "inventory_levels.low_units": "follows from the stock",
  "inventory_levels.low_since": "notifications of this store",
  "inventory_levels.low_reported_at": "notifications of this store",
  "translations.translated_fields": "follows from the fields",
  "translations.bytes": "follows from the fields",
  "translations.collection_words": "follows from the fields",
  "collections.words": "follows from the name",
  "review_photos.width": "measured again from the picture",
  "review_photos.height": "measured again from the picture",
  "images.width": "measured again from the picture",
  "images.height": "measured again from the picture",
  "media.width": "measured again from the picture",
  "media.height": "measured again from the picture",
  "media.master_bytes": "the other store stores another master",
  "media.shown_at": "a sweep of this store",
  "media.looked_at": "a sweep of this store",
  "reviews.customer_id": "people are not part of the catalogue",
  "reviews.order_id": "orders are not part of the catalogue",
  "reviews.moderated_at": "when this store decided",
  "reviews.caller": "a limit of this store, for a day",
  "reviews.network": "a limit of this store, for a day",
};

/** Tables of a store that are not in the file at all, and the reasons. */
const notCatalogue: Record<string, string> = {
  "people and their accounts":
    "api_keys customers customer_addresses wishlist_items contact_messages invitations role_assignments roles subscriptions mails mailed_tokens",
  "orders and money":
    "draft_orders draft_order_lines orders order_items order_changes order_events order_documents document_counters shipments shipment_lines payments refunds refund_lines refund_payments payment_providers payment_credentials provider_movements reconciliations reconciliation_differences webhook_events disputes discounts discount_codes discount_code_batches discount_uses discount_versions shipping_rates shipping_regions shipping_areas shipping_providers shipping_credentials tax_rates tax_settings",
  "what happened in this store":
    "audit_entries order_events bulk_edits bulk_edit_items event_counts file_jobs file_findings idempotency_keys jobs stock_counts stock_count_lines stock_movements stock_transfers stock_transfer_lines",
  "follows from carried data":
    "facet_sets facet_values search_words stock_status_changes synonym_keys product_words translated_words list_counts catalogue_changes review_counts",
  "what imports and exports remember of their files": "imported_pictures imported_quantities",
  "what imports recognize reviews by whose authors this store has erased": "erased_reviews",
  "a store's hosts are its own": "domains",
  "a vote is a hash of its voter and its review, which differs per store; the number of votes is carried":
    "review_votes",
};

test("the catalogue file contains each column of a store's tables, except those listed as not contained", async ({
  world,
}) => {
  const { rows } = await world.admin.query<{ table: string; column: string }>(`
    select c.table_name as table, c.column_name as column from information_schema.columns c
    where c.table_schema = 'shop' and exists (select from information_schema.columns s
      where s.table_schema = 'shop' and s.table_name = c.table_name and s.column_name = 'store_id')
    order by c.table_name, c.ordinal_position`);
  const elsewhere = new Set(Object.values(notCatalogue).flatMap(words));
  const unknown = rows.filter(({ table, column }) => {
    if (elsewhere.has(table)) return false;
    const isCarried = words(carried[table] ?? "").includes(column);
    return (
      !isCarried && !(`${table}.${column}` in left) && !(table in carried && `*.${column}` in left)
    );
  });
  expect(unknown).toEqual([]);
  // Fails if a list contains a column that no longer exists.
  const known = new Set(rows.flatMap(({ table, column }) => [table, `${table}.${column}`]));
  const named = [
    ...elsewhere,
    ...Object.entries(carried).flatMap(([table, columns]) =>
      words(columns).map((c) => `${table}.${c}`),
    ),
    ...Object.keys(left).filter((name) => !name.startsWith("*")),
  ];
  expect(named.filter((name) => !known.has(name))).toEqual([]);
});

function words(list: string): string[] {
  return list.split(/\s+/).filter(Boolean);
}
