-- The products a signed-in customer keeps for later. Only ids: what is shown of them is read from the catalogue.
create table shop.wishlist_items (
  store_id uuid not null,
  customer_id uuid not null,
  product_id uuid not null,
  added_at timestamptz not null,
  primary key (store_id, customer_id, product_id),
  foreign key (store_id, customer_id) references shop.customers,
  foreign key (store_id, product_id) references shop.products
);
create index wishlist_items_by_product on shop.wishlist_items (store_id, product_id);
call shop.protect('shop.wishlist_items', 'customer', 'customer_id');

-- A wishlist belongs to an account: it goes when the customer is erased, and when the account is deleted.
grant delete on shop.wishlist_items to {{doors}};
create function door.forget_wishlist() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from shop.wishlist_items w where w.store_id = new.store_id and w.customer_id = new.id;
  return null;
end $$;
alter function door.forget_wishlist() owner to {{doors}};
revoke all on function door.forget_wishlist() from public;
grant execute on function door.forget_wishlist() to current_user;
create trigger forget_wishlist after update of user_id on shop.customers
  for each row when (old.user_id is not null and new.user_id is distinct from old.user_id)
  execute function door.forget_wishlist();
