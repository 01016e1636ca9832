-- What each variant cost from when on: kept by the database itself, whoever changes a price. In the European Economic Area a
-- reduction is announced with the lowest price of the thirty days before it.
create table shop.price_changes (
  store_id uuid not null,
  variant_id uuid not null,
  started_at timestamptz not null,
  price_minor int not null,
  regular_price_minor int,
  primary key (store_id, variant_id, started_at),
  foreign key (store_id, variant_id) references shop.variants
);
call shop.protect('shop.price_changes', 'staff');
revoke insert, update, delete on shop.price_changes from {{app}}, {{worker}};
grant insert, update on shop.price_changes to {{doors}};

create function door.note_price() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into shop.price_changes (store_id, variant_id, started_at, price_minor, regular_price_minor)
    values (new.store_id, new.id, now(), new.price_minor, new.regular_price_minor)
    on conflict (store_id, variant_id, started_at) do update
      set price_minor = excluded.price_minor, regular_price_minor = excluded.regular_price_minor;
  return null;
end $$;
alter function door.note_price() owner to {{doors}};
revoke all on function door.note_price() from public;
grant execute on function door.note_price() to current_user;
create trigger note_first_price after insert on shop.variants for each row execute function door.note_price();
create trigger note_price after update of price_minor, regular_price_minor on shop.variants for each row
  when (old.price_minor <> new.price_minor or old.regular_price_minor is distinct from new.regular_price_minor)
  execute function door.note_price();

-- What a variant cost before this day is not known; its price now has held since its row last changed.
set role {{doors}};
insert into shop.price_changes (store_id, variant_id, started_at, price_minor, regular_price_minor)
  select store_id, id, updated_at, price_minor, regular_price_minor from shop.variants;
reset role;

-- Of reduced variants: the lowest price that held in the thirty days before the present one began.
create view catalogue.lowest_prices as
  select v.store_id, v.id as variant_id, (
    select min(b.price_minor) from (
      (select c.price_minor from shop.price_changes c
        where c.store_id = v.store_id and c.variant_id = v.id and c.started_at < n.started_at
          and c.started_at >= n.started_at - interval '30 days')
      union all
      (select c.price_minor from shop.price_changes c
        where c.store_id = v.store_id and c.variant_id = v.id and c.started_at < n.started_at - interval '30 days'
        order by c.started_at desc limit 1)
    ) b) as price_minor
  from shop.variants v
  cross join lateral (
    select c.started_at from shop.price_changes c where c.store_id = v.store_id and c.variant_id = v.id
    order by c.started_at desc limit 1) n
  where v.deleted_at is null and v.regular_price_minor is not null;
alter view catalogue.lowest_prices owner to {{doors}};
grant select on catalogue.lowest_prices to {{catalogue}}, {{app}}, {{worker}};
