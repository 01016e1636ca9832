// SQL that removes from a database what later migrations add, so that they can be applied again.

/** Undoes migration 0021. */
export const beforeStandardNames = `
  drop view catalogue.stock_status_changes, catalogue.synonym_keys, catalogue.disabled_synonyms cascade;
  alter table shop.stock_status_changes rename to stock_turns;
  alter index shop.stock_status_changes_pkey rename to stock_turns_pkey;
  alter index shop.stock_status_changes_by_age rename to stock_turns_by_age;
  alter table shop.list_counts rename column seq to turn;
  alter sequence shop.list_count_seq rename to list_count_turns;
  alter index shop.list_counts_unmerged rename to list_counts_unsettled;
  alter table shop.catalogue_changes rename column transaction_id to turn;
  alter index shop.catalogue_changes_unmerged rename to catalogue_changes_unsettled;
  alter table shop.products rename column measurements to measures;
  alter table shop.products rename column body_measurements to body_measures;
  alter table shop.products rename column filled_fields to written;
  alter index shop.products_by_filled_fields rename to products_written;
  alter table shop.translations rename column translated_fields to translated;
  alter table shop.inventory_levels rename column min_available to least_available;
  alter table shop.inventory_levels rename column low_reported_at to low_told_at;
  alter table shop.stock_movements rename column reference_id to cause_id;
  alter table shop.subscriptions rename column notified_at to told_at;
  alter index shop.subscriptions_to_notify rename to subscriptions_waiting;
  alter index shop.subscriptions_by_request rename to subscriptions_asked;
  alter table shop.stores rename column erased_at to forgotten_at;
  alter table shop.payments rename column capture_attempts to capture_tries;
  alter table shop.synonym_keys rename column synonyms to finds;
  alter table shop.synonyms rename column disabled_built_in to built_in_off;
  alter table shop.file_findings drop constraint file_findings_kind_check,
    add constraint file_findings_kind_check check (kind in ('FAULT', 'NOTICE', 'PICTURE'));
  alter table shop.bulk_edit_items drop constraint bulk_edit_items_state_check, drop constraint bulk_edit_items_reason_check,
    drop constraint bulk_edit_items_after_check,
    add constraint bulk_edit_items_state_check
      check (state in ('PLANNED', 'LEFT_OUT', 'DONE', 'NOT_DONE', 'UNDONE', 'NOT_UNDONE')),
    add constraint bulk_edit_items_check1
      check ((reason is not null) = (state in ('LEFT_OUT', 'NOT_DONE', 'NOT_UNDONE'))),
    add constraint bulk_edit_items_check2 check (after is not null or state = 'LEFT_OUT')`;

export const beforeOrderDocuments = `
  drop table shop.order_documents, shop.document_counters;
  alter table shop.orders drop column link_version, drop column language, drop column invoiced_at cascade,
    drop column uninvoiced;`;

export const beforeErasureQueue =
  "alter table shop.stores drop column erasure_attempts, drop column erasure_due_at;";

export const beforeImportsInOrder = "alter table shop.file_jobs add column arranged text[];";

export const beforeExportedQuantities =
  "alter table shop.imported_quantities drop column exported cascade, alter column quantity set not null;";

export const beforeFormerEmailTimes =
  "alter table shop.customers drop column former_emails_until cascade;";

export const beforeCountsByTime = "drop index shop.stock_counts_by_time;";

export const beforeWithheldDifferences = "alter table shop.orders drop column withheld_minor;";

export const beforeFormerEmailPeriods =
  "alter table shop.customers drop column former_emails_since, drop column email_since;";

export const beforeLowUnits = "alter table shop.inventory_levels drop column low_units;";

export const beforePictureWaits = "alter table shop.file_jobs drop column picture_waits;";

/** Undoes migration 0067, and 0012 with it. */
export const beforeActivations = `
  drop trigger renew_activation on shop.domains;
  alter table shop.sessions drop column only_store, drop column activation;
  alter table shop.domains drop column activation cascade;`;

export const beforeAskedAtStores = "alter table shop.mailed_tokens drop column asked_at_store;";

export const beforeSubscriptionHosts = "alter table shop.subscriptions drop column host;";

export const beforeLookedAtPictures = `
  drop index shop.media_to_look_at, shop.dropped_pictures_of_store, shop.dropped_pictures_by_age;
  alter table shop.media drop column looked_at, drop column master_bytes;
  alter table shop.dropped_pictures drop column last_store_id, drop column bytes;
  create index media_by_age on shop.media (greatest(updated_at, shown_at));`;

export const beforeShownPictures = `
  alter table shop.media drop column shown_at;
  create index media_by_age on shop.media (updated_at);`;

export const beforeDueProductsByStore = `
  drop index shop.products_changing;
  create index products_changing on shop.products (changes_at) where changes_at is not null;
  create index stock_status_changes_by_age on shop.stock_status_changes (id);`;

export const beforeProductWords = `
  alter table shop.products add column search tsvector not null default ''::tsvector, add column words_digest uuid;
  update shop.products p set search = w.search, words_digest = w.digest from shop.product_words w
    where w.store_id = p.store_id and w.product_id = p.id;
  create index products_search on shop.products using gin (catalogue.words_of_store(store_id, search))
    with (gin_pending_list_limit = 256);
  drop table shop.product_words cascade;`;

export const beforeWordsByStore = `
  drop index shop.products_search, shop.translated_words_search, shop.collections_by_words, shop.translations_by_words;
  drop function catalogue.words_of_store;
  create index products_search on shop.products using gin (store_id, search) with (gin_pending_list_limit = 256);
  create index translated_words_search on shop.translated_words using gin (store_id, language_code, search)
    with (gin_pending_list_limit = 256);
  create index collections_by_words on shop.collections using gin (store_id, words) where deleted_at is null;
  create index translations_by_words on shop.translations using gin (store_id, language_code, collection_words)
    where entity_type = 'COLLECTION';`;

export const beforeCollectionWords = `
  drop index shop.collections_by_words, shop.translations_by_words;
  alter table shop.collections drop column words cascade;
  alter table shop.translations drop column collection_words cascade;
  create index collections_by_words on shop.collections using gin (store_id, to_tsvector('simple', catalogue.plain_text(name)))
    where deleted_at is null;
  create index translations_by_words on shop.translations
    using gin (store_id, language_code, to_tsvector('simple', catalogue.plain_text(coalesce(fields ->> 'name', ''))))
    where entity_type = 'COLLECTION';`;

export const beforeReviewCounts =
  "drop table shop.review_counts cascade; drop index shop.reviews_by_rating;";

/** Undoes migration 0066, and adds a review to each product, as earlier erasures left it. */
export const beforeErasedReviews = `
  drop table shop.erased_reviews;
  insert into shop.reviews (store_id, id, product_id, name, rating, title, content, created_at)
    select store_id, id, id, 'Former customer', 5, 'Fine', '', '2026-01-02T03:04:05.678901Z' from shop.products;`;
/** Finds these reviews in the table of migration 0066. */
export const erasedReviews = `
  select from shop.erased_reviews where hash = shop.review_hash(store_id, 'Fine', '2026-01-02T03:04:05.678Z')`;

export const beforeOrderLists = `
  drop index shop.orders_newest, shop.orders_by_number, shop.orders_by_email, shop.orders_by_payment_state,
    shop.orders_by_fulfillment, shop.orders_by_return, shop.orders_by_tag;
  alter table shop.orders drop column status;
  create index orders_newest on shop.orders (store_id, id desc) where deleted_at is null;
  create index orders_by_email on shop.orders (store_id, lower(email));
  alter table shop.orders add constraint orders_store_id_order_number_key unique (store_id, order_number);`;

export const beforeShipments = `
  drop table shop.shipment_lines, shop.shipments cascade;
  drop index shop.orders_to_ship;
  alter table shop.orders drop column completes_at;`;
export const beforeOrderChanges = `
  drop table shop.order_changes cascade;
  alter table shop.orders drop column change_due_minor cascade, drop column change_expires_at cascade;`;
export const beforeExpressOrders = `
  alter table shop.orders drop column is_express;
  alter table shop.payments drop column changing_until;`;
export const beforeReconciliation = `
  drop table shop.reconciliation_differences, shop.provider_movements, shop.reconciliations cascade;
  alter table shop.payments drop column captured_at, drop column fee_minor, drop column net_minor, drop column balance_currency,
    drop column payout_id;
  drop index shop.payments_newest, shop.refund_payments_newest, shop.refunds_newest, shop.refund_payments_at_provider,
    shop.refund_payments_completed;`;
export const beforeDisputes = `
  drop table shop.webhook_events, shop.disputes cascade;
  alter table shop.payments drop column disputed_minor cascade;
  alter table shop.orders drop column dispute_state, drop column disputed_minor, drop column lost_minor cascade;`;
export const beforePaymentProviders = `
  drop table shop.payment_credentials cascade;
  drop index shop.payment_providers_by_id, shop.payments_open, shop.payments_of_providers;
  alter table shop.payment_providers alter column client_id drop not null, alter column client_id drop default,
    drop column webhook_state, drop column apple_pay_domain_file cascade, drop column created_at, drop column version;
  alter table shop.payments drop column capture_id, drop column return_url, drop column redirect_url,
    drop column cancel_attempts, drop column cancel_after;
  drop index shop.payments_by_id_at_provider;
  alter table shop.refund_payments drop column requested_at;`;
export const beforeRefunds = `
  drop table shop.refund_payments, shop.refund_lines, shop.refunds, shop.test_refunds cascade;
  alter table shop.payments drop constraint payments_manual, drop constraint payments_refunded, drop column method,
    drop column received_on, drop column reference, drop column note, drop column refunded_minor, drop column version,
    alter column provider set not null;
  create unique index payments_one_completed on shop.payments (store_id, order_id) where state in ('completed', 'refunded');`;

export const beforeOrderStates = `
  drop table shop.order_events;
  alter table shop.order_items drop column fulfilled_quantity, drop column returned_quantity, drop column refunded_quantity,
    drop column refunded_minor;
  alter table shop.orders drop constraint orders_fulfillment_state_check, drop column return_state, drop column delivered_at,
    drop column completed_at, drop column paid_minor cascade, drop column refunded_minor cascade, drop column tags, drop column version;
  alter table shop.orders rename column fulfillment_state to fulfilment_state;
  alter table shop.orders add constraint orders_fulfilment_state_check
    check (fulfilment_state in ('unfulfilled', 'fulfilled', 'completed'));`;
