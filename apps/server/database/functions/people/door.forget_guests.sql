-- Deletes those of the guests who have no orders, drafts, reviews, addresses or wishlist, and whom nobody has changed.
-- Skips a guest who is locked by an order that is being placed. Later orders create a new guest.
create or replace function door.forget_guests(guests uuid[]) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  unlocked uuid[];
begin
  with free as materialized (
    select c.id from shop.customers c where c.id = any(guests) and c.user_id is null and c.erased_at is null and c.version = 1
    order by c.id for update skip locked
  )
  select array_agg(id) into unlocked from free;
  delete from shop.customers c where c.id = any(unlocked)
    and not exists (select from shop.orders o where o.store_id = c.store_id and o.customer_id = c.id)
    and not exists (select from shop.draft_orders d where d.store_id = c.store_id and d.customer_id = c.id)
    and not exists (select from shop.reviews r where r.store_id = c.store_id and r.customer_id = c.id)
    and not exists (select from shop.customer_addresses a where a.store_id = c.store_id and a.customer_id = c.id)
    and not exists (select from shop.wishlist_items w where w.store_id = c.store_id and w.customer_id = c.id);
end $$;
