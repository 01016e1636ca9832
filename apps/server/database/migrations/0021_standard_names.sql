-- Renames tables, columns and stored values to standard terms. Views, functions and triggers are re-created from their files.
alter table shop.stock_turns rename to stock_status_changes;
alter index shop.stock_turns_pkey rename to stock_status_changes_pkey;
alter index shop.stock_turns_by_age rename to stock_status_changes_by_age;

alter table shop.list_counts rename column turn to seq;
alter sequence shop.list_count_turns rename to list_count_seq;
alter index shop.list_counts_unsettled rename to list_counts_unmerged;
alter table shop.catalogue_changes rename column turn to transaction_id;
alter index shop.catalogue_changes_unsettled rename to catalogue_changes_unmerged;

alter table shop.products rename column measures to measurements;
alter table shop.products rename column body_measures to body_measurements;
alter table shop.products rename column written to filled_fields;
alter index shop.products_written rename to products_by_filled_fields;
alter table shop.translations rename column translated to translated_fields;

alter table shop.inventory_levels rename column least_available to min_available;
alter table shop.inventory_levels rename column low_told_at to low_reported_at;
alter table shop.stock_movements rename column cause_id to reference_id;

alter table shop.subscriptions rename column told_at to notified_at;
alter index shop.subscriptions_waiting rename to subscriptions_to_notify;
alter index shop.subscriptions_asked rename to subscriptions_by_request;
alter table shop.account_erasures rename column asked_at to requested_at;
alter table shop.account_erasures rename column after_store to last_store_id;
alter table shop.stores rename column forgotten_at to erased_at;
alter table shop.payments rename column capture_tries to capture_attempts;

alter table shop.synonym_keys rename column finds to synonyms;
alter table shop.synonyms rename column built_in_off to disabled_built_in;
update shop.synonyms s set groups = (
  select coalesce(jsonb_agg(g.value - 'finds' || jsonb_build_object('oneWaySynonyms', g.value -> 'finds') order by g.at), '[]')
  from jsonb_array_elements(s.groups) with ordinality g (value, at));

alter table shop.file_findings drop constraint file_findings_kind_check;
update shop.file_findings set kind = case kind when 'FAULT' then 'ERROR' when 'NOTICE' then 'WARNING' else 'IMAGE' end;
alter table shop.file_findings add constraint file_findings_kind_check check (kind in ('ERROR', 'WARNING', 'IMAGE'));

alter table shop.bulk_edit_items
  drop constraint bulk_edit_items_state_check, drop constraint bulk_edit_items_check1, drop constraint bulk_edit_items_check2;
update shop.bulk_edit_items set
  state = case state when 'PLANNED' then 'PENDING' when 'LEFT_OUT' then 'SKIPPED' when 'NOT_DONE' then 'FAILED'
    when 'NOT_UNDONE' then 'UNDO_FAILED' else state end,
  reason = case reason when 'GONE' then 'DELETED' else reason end
  where state in ('PLANNED', 'LEFT_OUT', 'NOT_DONE', 'NOT_UNDONE') or reason = 'GONE';
alter table shop.bulk_edit_items
  add constraint bulk_edit_items_state_check check (state in ('PENDING', 'SKIPPED', 'DONE', 'FAILED', 'UNDONE', 'UNDO_FAILED')),
  add constraint bulk_edit_items_reason_check check ((reason is not null) = (state in ('SKIPPED', 'FAILED', 'UNDO_FAILED'))),
  add constraint bulk_edit_items_after_check check (after is not null or state = 'SKIPPED');
update shop.bulk_edits e set
  counts = (select coalesce(jsonb_object_agg(case c.key when 'PLANNED' then 'PENDING' when 'LEFT_OUT' then 'SKIPPED'
      when 'NOT_DONE' then 'FAILED' when 'NOT_UNDONE' then 'UNDO_FAILED' else c.key end, c.value), '{}') from jsonb_each(e.counts) c),
  reasons = (select coalesce(jsonb_object_agg(case r.key when 'GONE' then 'DELETED' else r.key end, r.value), '{}')
    from jsonb_each(e.reasons) r);
