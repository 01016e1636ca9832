-- What a statement translates is found by its words once they are all there: one by one each took as long as fifty.
create function shop.note_translations() returns trigger language plpgsql as $$
declare
  spoken record;
begin
  for spoken in
    select store_id, language_code, array_agg(entity_id order by entity_id) as products from fresh
    where entity_type = 'PRODUCT' group by 1, 2 order by 1, 2
  loop
    perform shop.refresh_translated_words(spoken.store_id, spoken.products, spoken.language_code);
  end loop;
  return null;
end $$;

create function shop.note_translation_gone() returns trigger language plpgsql as $$
begin
  delete from shop.translated_words w
    where w.store_id = old.store_id and w.product_id = old.entity_id and w.language_code = old.language_code;
  return null;
end $$;

drop trigger note_translation on shop.translations;
drop trigger note_translation_gone on shop.translations;
drop function shop.note_translation;
create trigger note_new_translations after insert on shop.translations
  referencing new table as fresh for each statement execute function shop.note_translations();
create trigger note_changed_translations after update on shop.translations
  referencing new table as fresh for each statement execute function shop.note_translations();
create trigger note_translation_gone after delete on shop.translations for each row
  when (old.entity_type = 'PRODUCT') execute function shop.note_translation_gone();

-- As before, each variant's prices looked up by its id: a planner that believed them few read all prices of all stores each time.
create or replace function door.bring_prices(prices jsonb) returns void
language plpgsql volatile security definer set search_path = '' set enable_seqscan = off as $$
declare
  of_store uuid := shop.current_store();
  made uuid[];
begin
  if shop.current_scope() <> 'system' then
    raise exception 'no such store' using errcode = 'VT404';
  end if;
  select array_agg(w.id) into made from (select distinct r.id from jsonb_to_recordset(prices) as r (id uuid)) w
    cross join lateral (
      select min(c.started_at) as began from shop.price_changes c where c.store_id = of_store and c.variant_id = w.id offset 0) p
    where p.began >= now();
  delete from shop.price_changes c using unnest(made) w (id) where c.store_id = of_store and c.variant_id = w.id;
  insert into shop.price_changes (store_id, variant_id, started_at, price_minor, regular_price_minor)
    select of_store, r.id, least(r.since, now()), r.price, r.was
    from jsonb_to_recordset(prices) as r (id uuid, since timestamptz, price int, was int)
    join unnest(made) w (id) on w.id = r.id
    on conflict (store_id, variant_id, started_at) do nothing;
end $$;
