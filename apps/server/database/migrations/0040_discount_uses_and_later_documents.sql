-- They are written with each order and only ever read whole. PostgreSQL takes ten times as long to read the jsonb of an order
-- with fifty discounts as to check its json.
alter table shop.idempotency_keys alter column response type json;
alter table shop.orders alter column price_trace type json;

-- Only door.use_discounts adds uses, for the order that it is placed with, and the key would lock this order for each of them.
alter table shop.discount_uses drop constraint discount_uses_store_id_order_id_fkey;

-- An order may use fifty discounts. Their fifty rows, each in two indexes, took as long to write as the order itself.
alter table shop.discount_uses
  drop constraint discount_uses_pkey,
  alter column discount_id drop not null,
  alter column amount_minor drop not null,
  -- The nth amount is of the nth discount.
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
-- Without a list of pending entries, which one order in many would have to sort in.
create index discount_uses_by_discount on shop.discount_uses using gin (discount_ids) with (fastupdate = off);

-- Documents of changes that were made after an order's invoice: a further invoice of what it costs more, and for what it costs
-- less a credit note that says the change.
-- What was changed since the last document.
alter table shop.orders add column uninvoiced jsonb;
alter table shop.refunds
  -- Of the difference of a change: what its credit note says. null: no change, or of an order without an invoice.
  add column change jsonb,
  -- false: the invoice that will be issued has the change already, so that the refund gets no credit note.
  add column is_invoiced boolean not null default true;
