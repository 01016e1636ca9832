/** Whether a column with personal data is exported, and whether it is erased: true, or the reason why not. */
export type Handling = { exported: true | string; erased: true | string };

type Columns = {
  /** Columns with data about a customer, or with data that identifies one. */
  personal?: Readonly<Record<string, Handling>>;
  /** Names of columns with data about an account, which are erased with the account (door.forget_account). */
  account?: string;
  /** Names of all other columns. They have no personal data, or only data about the store and its staff. */
  other: string;
};

const both: Handling = { exported: true, erased: true };
const hash = "a hash";
const notInForce = "of a change that waits for its payment, and is then in the order's timeline";
const copy = "a copy of what the export has";
export const clean = "names what was changed, without its value";

const erasedOnly = (exported: string): Handling => ({ exported, erased: true });
const exportedOnly = (erased: string): Handling => ({ exported: true, erased });
const kept = (exported: string, erased: string): Handling => ({ exported, erased });

/** Describes every column of every table in the schema shop. For a new column, see personal-data.test.ts. */
export const tables: Readonly<Record<string, Columns>> = {
  account_entries: {
    account: "before after",
    other: "id user_id actor_id action entity_type entity_id trace_id created_at",
  },
  account_erasures: {
    account: "email",
    other: "user_id requested_at due_at last_store_id attempts",
  },
  account_mails: {
    account: "recipient data",
    other: "id template language created_at last_error ended_at outcome user_id",
  },
  api_keys: {
    other:
      "store_id id name key_hash last_four permissions status expires_at last_used_at version created_at updated_at granted_by",
  },
  audit_entries: {
    personal: { before: kept(clean, clean), after: kept(clean, clean) },
    other:
      "store_id id actor_kind actor_id action entity_type entity_id trace_id created_at origin",
  },
  bulk_edit_items: {
    other: "store_id bulk_edit_id position product_id variant_id field before after state reason",
  },
  bulk_edits: {
    other:
      "store_id id selection change note product_ids variant_ids state counts reasons worked actor_kind actor_id version created_at ran_at undone_at product_count item_count drops_items",
  },
  catalogue_changes: { other: "store_id transaction_id changes" },
  collection_links: { other: "store_id link collection_id moved_at" },
  collection_products: { other: "store_id collection_id product_id position" },
  collections: {
    other:
      "store_id id link name description rule position is_published created_at deleted_at version updated_at media_id words",
  },
  contact_messages: {
    personal: { name: both, email: both, message: both },
    other: "store_id id subject created_at",
  },
  customer_addresses: {
    personal: {
      name: both,
      address: both,
      address2: both,
      city: both,
      region: both,
      postal_code: both,
      country: both,
      phone: both,
    },
    other: "store_id customer_id id type is_default version created_at updated_at",
  },
  customers: {
    personal: {
      user_id: erasedOnly("the part `account` has it, for the person alone"),
      email: both,
      name: both,
      phone: both,
      note: both,
      tags: both,
      former_emails: both,
      mailbox: erasedOnly("made from the email"),
    },
    other:
      "store_id id version created_at updated_at erased_at order_count spent_minor last_order_at former_emails_since former_emails_until email_since",
  },
  discount_code_batches: {
    other: "store_id id discount_id count prefix made state failure created_at ended_at",
  },
  discount_codes: { other: "store_id discount_id code order_id created_at batch_id" },
  discount_uses: { other: "store_id order_id discount_ids amounts off_shipping created_at" },
  discount_versions: { other: "store_id version" },
  discounts: {
    other:
      "store_id id code type value minimum_subtotal_minor starts_at ends_at usage_limit used is_active title products collections excluded_products excluded_collections excludes_sales tiers give maximum_subtotal_minor minimum_quantity uses_per_customer customer_tags first_order_only priority combines has_unique_codes version created_at updated_at deleted_at",
  },
  document_counters: { other: "store_id kind year last_number" },
  domains: {
    other:
      "id store_id host status is_primary created_at token verified_at checked_at last_error version updated_at activation",
  },
  dropped_pictures: { other: "key widths dropped_at last_store_id bytes" },
  erased_reviews: {
    personal: { hash: kept(hash, "recognizes the review in older files, and leads to nobody") },
    other: "store_id",
  },
  event_counts: { other: "store_id hour event product_id count value_sum" },
  facet_sets: { other: "store_id id category department sizes colors digest" },
  facet_values: { other: "store_id facet value label swatch" },
  file_findings: { other: "store_id job_id position kind row rows col message" },
  file_jobs: {
    other:
      "store_id id direction kind file_name dry_run bytes parts received_at state step done total next_page made changed unchanged pictures_fetched pictures_missing faults notices failure actor_kind actor_id trace_id created_at started_at ended_at expires_at arriving_at checked picture_waits",
  },
  idempotency_keys: {
    personal: { response: erasedOnly(copy) },
    other: "store_id operation key request_hash created_at",
  },
  images: {
    other: "store_id id product_id position key remote_url alt color width height widths kind",
  },
  imported_pictures: { other: "store_id url key width height widths imported_at" },
  imported_quantities: { other: "store_id variant_id quantity imported_at exported" },
  inventory_levels: {
    other:
      "store_id id variant_id location on_hand reserved reorder_point updated_at sell_rank incoming backorder_limit backorder_on min_available low_since low_reported_at low_units",
  },
  invitations: {
    personal: { email: erasedOnly("of people who work in the store") },
    other:
      "store_id id role_id role_name invited_by token_id sent_at expires_at created_at accepted_at accepted_by withdrawn_at",
  },
  job_turns: { other: "kind who served_at" },
  jobs: {
    personal: { payload: erasedOnly(copy) },
    other:
      "id kind lane store_id key is_large run_at wait_until every attempts last_error claim claimed_by lease_until failed_at",
  },
  list_counts: { other: "store_id facet_set step status is_dated on_sale in_stock seq products" },
  locations: {
    other:
      "store_id id code name position is_active version created_at updated_at deleted_at country region postal_code",
  },
  mailed_tokens: {
    account: "email",
    other: "id purpose user_id store_id asked_at_store created_at expires_at used_at",
  },
  mails: {
    personal: { recipient: erasedOnly(copy), data: erasedOnly(copy), user_id: erasedOnly("an id") },
    other: "store_id id template language created_at last_error ended_at outcome",
  },
  media: {
    other:
      "store_id id key width height widths bytes alt version created_at updated_at shown_at looked_at master_bytes",
  },
  menus: { other: "store_id name items version updated_at" },
  order_documents: {
    personal: { content: both, email: erasedOnly(copy) },
    other:
      "store_id id order_id kind year number total_minor issued_at invoice_id refund_id amounts erased_at is_cleared email_erased_at",
  },
  order_events: {
    personal: { text: both, data: both },
    other: "store_id id order_id kind actor_kind actor_id created_at",
  },
  order_items: {
    other:
      "store_id id order_id product_id variant_id link name variant_name color size sku image quantity price_minor discount_minor tax_minor total_minor position tax_included_minor fulfilled_quantity returned_quantity refunded_quantity refunded_minor",
  },
  orders: {
    personal: {
      email: both,
      note: both,
      vat_id: both,
      shipping_address: both,
      billing_address: both,
      tags: both,
      placed_by: erasedOnly("the part `account` has it, for the person alone"),
      mail_callers: erasedOnly(hash),
      held_by_address: kept(hash, "emptied once the order is paid or has ended"),
      held_by_user: kept("an id", "emptied once the order is paid or has ended"),
      placed_address: kept(hash, "emptied after two hours"),
      placed_network: kept(hash, "emptied after two hours"),
      customer_id: kept("an id", "leads to a row without a person"),
    },
    other:
      "store_id id order_number key_hash currency subtotal_minor discount_minor shipping_minor tax_minor total_minor discount_id discount_code shipping_rate_id shipping_method deliver_from deliver_to payment_state fulfillment_state payment_name cancel_reason cancelled_at paid_at expires_at created_at updated_at deleted_at tax_basis_points kept_country kept_region host payment_environment test_held_until price_trace tax_included_minor shipping_tax_minor pickup return_state delivered_at completed_at paid_minor refunded_minor version status language invoiced_at link_version completes_at uninvoiced change_due_minor change_expires_at dispute_state disputed_minor lost_minor withheld_minor is_express",
  },
  payment_providers: {
    other:
      "store_id id provider environment client_id is_active apple_pay_domain_file created_at version webhook_state",
  },
  payments: {
    personal: {
      client_secret: erasedOnly("opens the payment in its provider's window and says nothing"),
      note: both,
      reference: both,
      redirect_url: erasedOnly("opens the payment at its provider and says nothing"),
      provider_id: kept("an id", "needed for refunds and accounting"),
      capture_id: kept("an id", "needed for refunds and accounting"),
    },
    other:
      "return_url store_id id order_id provider environment amount_minor currency state issues debug_id created_at updated_at capture_attempts method received_on refunded_minor version cancel_after cancel_attempts disputed_minor captured_at fee_minor net_minor balance_currency payout_id changing_until",
  },
  platform_settings: { other: "key value" },
  policies: { other: "store_id id type title content updated_at version deleted_at" },
  policy_versions: { other: "store_id policy_id version title content created_at" },
  price_changes: { other: "store_id variant_id started_at price_minor regular_price_minor" },
  product_links: { other: "store_id link product_id moved_at" },
  product_words: { other: "store_id product_id search digest" },
  products: {
    other:
      "store_id id link name description seo_title seo_description meta_description status category department vendor tags composition care measurements options sale_ends_at published_at version price_minor regular_price_minor highest_price_minor colors sizes rating_sum rating_count created_at updated_at deleted_at body_measurements facet_set in_stock changes_at filled_fields tag_keys color_option size_option tax_class",
  },
  rate_limits: {
    personal: { bucket: kept("an address or a hash", "deleted within a day") },
    other: "window_start calls",
  },
  recovery_codes: { account: "hash", other: "user_id used_at" },
  refresh_tokens: {
    account: "hash rotated_network rotated_device",
    other: "session_id created_at rotated_at",
  },
  refund_lines: {
    other:
      "store_id refund_id order_item_id order_id quantity share_minor amount_minor tax_minor tax_included_minor is_restocked restock_location",
  },
  provider_movements: {
    personal: {
      object_id: kept("an id", "needed for accounting"),
      provider_ids: kept("ids", "needed for accounting"),
    },
    other:
      "account_id amount_minor at balance_currency currency environment fee_minor id is_foreign kind net_minor payment_id payout_id provider reference_id refund_payment_id store_id",
  },
  reconciliation_differences: {
    personal: {
      note: kept("staff's words about money at the provider", "needed for accounting"),
      subject: kept("an id", "needed for accounting"),
    },
    other:
      "account_id at closed_at currency environment expected_minor found_at id kind order_id payment_id provider reported_minor settled_by settled_by_kind state store_id version",
  },
  reconciliations: { other: "store_id account_id read_until started_at finished_at error due_at" },
  refund_payments: {
    other:
      "store_id id refund_id order_id payment_id amount_minor state provider_refund_id attempts issues debug_id created_at updated_at requested_at",
  },
  refunds: {
    personal: { reason: both, note: both },
    other:
      "store_id id order_id amount_minor refunded_minor shipping_minor shipping_tax_minor state is_announced actor_kind actor_id created_at completed_at is_credit_note_due change is_invoiced",
  },
  review_photos: {
    personal: { key: both },
    other: "store_id review_id id width height widths bytes created_at",
  },
  review_votes: {
    personal: {
      voter: kept(hash, "leads to nobody without the token"),
      network: kept(hash, "leads to nobody without the secret"),
    },
    other: "store_id review_id created_at",
  },
  reviews: {
    personal: {
      name: both,
      title: exportedOnly("stays published without a name"),
      content: exportedOnly("stays published without a name"),
      customer_id: erasedOnly("an id"),
      order_id: erasedOnly("an id"),
      caller: erasedOnly(hash),
      network: erasedOnly(hash),
    },
    other:
      "store_id id product_id rating fit verified status created_at version reply replied_at moderated_at helpful_count",
  },
  role_assignments: { other: "store_id user_id role_id created_at joined" },
  review_counts: { other: "store_id product_id rating fit reviews" },
  roles: { other: "store_id id type name permissions is_built_in version created_at updated_at" },
  search_words: { other: "store_id word language_code shown" },
  second_factors: { account: "secret", other: "user_id created_at confirmed_at last_step" },
  sessions: {
    account: "user_agent address",
    other:
      "id user_id created_at expires_at revoked_at last_used_at opened_at_store proven_at only_store activation",
  },
  shipment_lines: { other: "store_id order_id shipment_id order_item_id location quantity" },
  shipments: {
    personal: { tracking_number: both, tracking_url: both },
    other:
      "store_id id order_id status carrier shipped_at delivered_at returned_at version created_at updated_at",
  },
  shipping_areas: { other: "store_id region_id country state postal_from postal_to" },
  shipping_credentials: { other: "store_id provider_id names sealed" },
  shipping_providers: { other: "store_id id name type is_active position version" },
  shipping_rates: {
    other:
      "store_id id region_id name price_minor free_above_minor processing_min processing_max transit_min transit_max position provider_id type steps free_products location_id pickup_address version",
  },
  shipping_regions: { other: "store_id id name position version" },
  stock_count_lines: { other: "store_id count_id variant_id expected counted" },
  stock_counts: { other: "store_id id location note counted_at created_at" },
  stock_movements: {
    other:
      "store_id id variant_id location kind on_hand_delta reserved_delta reason order_id created_at incoming_delta note reference_id",
  },
  stock_status_changes: { other: "store_id id variant_id" },
  stock_transfer_lines: { other: "store_id transfer_id variant_id quantity received" },
  stock_transfers: {
    other: "store_id id from_location to_location state note version created_at updated_at",
  },
  store_languages: {
    other: "store_id id code is_default is_published version created_at updated_at",
  },
  stores: {
    other:
      "id slug name tagline currency locale country time_zone environment return_days theme contact navigation home help social_image created_at deleted_at version updated_at allowed_origins promises season launch social_links live_chat erased_at proven_contact_email opened_by is_slug_free shipping_calendar erasure_attempts erasure_due_at",
  },
  subscriptions: {
    personal: { email: both, token_hash: erasedOnly(hash) },
    other:
      "store_id id source created_at confirmed_at requested_at variant_id unsubscribed_at was_confirmed_at notified_at host",
  },
  synonym_keys: { other: "store_id key at synonyms" },
  synonyms: { other: "store_id groups version updated_at disabled_built_in" },
  tax_rates: {
    other:
      "store_id id name country region region_key postal_from postal_to tax_class basis_points starts_on version created_at updated_at",
  },
  tax_settings: {
    other:
      "store_id prices_include_tax taxes_shipping has_home_rates_in_eu has_reverse_charge vat_id version updated_at accepts_unverified_vat_ids",
  },
  test_captures: { other: "request_key payment_id answer created_at" },
  test_payments: { other: "id request_key amount_minor currency decision state created_at" },
  test_refunds: { other: "request_key id payment_id amount_minor state created_at" },
  translated_words: { other: "store_id product_id language_code search" },
  translations: {
    other:
      "store_id id entity_type entity_id language_code fields version created_at updated_at translated_fields bytes collection_words",
  },
  upsells: { other: "store_id id product_id target_id type position version" },
  users: {
    account: "email name password_hash",
    other: "id is_platform_admin created_at deleted_at email_verified_at",
  },
  variants: {
    other:
      "store_id id product_id name slug sku barcode price_minor regular_price_minor weight_grams options position created_at updated_at deleted_at sku_key",
  },
  wishlist_items: { personal: { product_id: both }, other: "store_id customer_id added_at" },
  disputes: {
    personal: { provider_dispute_id: kept("an id", "needed to answer the dispute") },
    other:
      "reason amount_minor ask_at closed_at counted_minor id is_inquiry opened_at order_id payment_id respond_by state store_id updated_at version",
  },
  draft_order_lines: {
    other:
      "discount discount_minor draft_id fixed_price_minor has_own_price image link name position price_minor product_id quantity sku store_id tax_included_minor tax_minor total_minor variant_id variant_name",
  },
  draft_orders: {
    personal: {
      customer_id: erasedOnly("an id"),
      email: both,
      note: both,
      tags: both,
      shipping_address: both,
      billing_address: both,
      key_hash: erasedOnly(hash),
    },
    other:
      "failure language price_trace converted_at created_at currency discount discount_minor expires_at failed_at hold_until id is_holding link_version sent_at shipping_minor shipping_name shipping_price_minor shipping_rate_id store_id subtotal_minor tax_included_minor tax_minor total_minor updated_at version",
  },
  order_changes: {
    personal: {
      shipping_address: erasedOnly(notInForce),
      billing_address: erasedOnly(notInForce),
      reason: erasedOnly(notInForce),
    },
    other: "plan created_at order_id store_id",
  },
  payment_credentials: { other: "names provider_id sealed store_id" },
  webhook_events: {
    personal: {
      event_id: kept("an id", "tells a repeated delivery"),
      object_ids: kept("ids", "what staff look for at the provider"),
    },
    other:
      "error account_id actor_id actor_kind attempts deliveries environment id order_id origin payment_id processed_at provider received_at status store_id type",
  },
};
