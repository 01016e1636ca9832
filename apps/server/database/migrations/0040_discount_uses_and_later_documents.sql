-- For an order with fifty discounts, writing these values as jsonb takes ten times as long as writing them as json.
alter table shop.idempotency_keys alter column response type json;
alter table shop.orders alter column price_trace type json;

-- The foreign key would lock the order for each use. It isn't needed: only door.use_discounts adds uses, when an order
-- is placed.
alter table shop.discount_uses drop constraint discount_uses_store_id_order_id_fkey;

-- Stores all discounts of an order in one row. There may be fifty, and fifty rows in two indexes took as long to write
-- as the order itself.
alter table shop.discount_uses
  drop constraint discount_uses_pkey,
  alter column discount_id drop not null,
  alter column amount_minor drop not null,
  -- The nth amount belongs to the nth discount.
  add column discount_ids uuid[],
  add column amounts bigint[],
  add column off_shipping bigint[];
insert into shop.discount_uses (store_id, order_id, discount_ids, amounts, off_shipping, created_at)
  select store_id, order_id, array_agg(discount_id order by discount_id), array_agg(amount_minor order by discount_id),
    array_agg(off_shipping_minor order by discount_id), min(created_at)
  from shop.discount_uses group by 1, 2;
delete from shop.discount_uses where discount_ids is null;
alter table shop.discount_uses
  drop column discount_id,
  drop column code,
  drop column amount_minor,
  drop column off_shipping_minor,
  alter column discount_ids set not null,
  alter column amounts set not null,
  alter column off_shipping set not null,
  add primary key (store_id, order_id),
  add constraint discount_uses_amounts check (cardinality(amounts) = cardinality(discount_ids)
    and cardinality(off_shipping) = cardinality(discount_ids) and 0 <= all (amounts) and 0 <= all (off_shipping));
-- No fastupdate, because it would make an occasional order merge the index's list of pending entries.
create index discount_uses_by_discount on shop.discount_uses using gin (discount_ids) with (fastupdate = off);

-- uninvoiced: the order's changes since its last document. The next document covers them: an invoice if the order now
-- costs more, a credit note if it costs less.
alter table shop.orders add column uninvoiced jsonb;
alter table shop.refunds
  -- For the refund of a change: the content of its credit note. Null: no change, or the order has no invoice.
  add column change jsonb,
  -- False: no invoice of the order contains the refunded money, so the refund gets no credit note.
  add column is_invoiced boolean not null default true;
