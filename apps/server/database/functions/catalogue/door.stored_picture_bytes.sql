-- Returns the total size of a store's pictures, including those of its reviews, and that of all stores of its owners. A
-- picture counts at least one byte for every four pixels, because a small file can become a large picture. Imported
-- pictures count for as long as their URLs are stored, and deleted ones until their files are deleted.
create or replace function door.stored_picture_bytes(of_store uuid) returns table (of_store_bytes bigint, of_owner_bytes bigint)
language sql stable security definer set search_path = '' as $$
  with owned as materialized (
    select of_store as store_id
    union
    select a.store_id from door.owners_of(of_store) o (user_id)
    join shop.role_assignments a on a.user_id = o.user_id and a.joined
    join shop.roles r on r.store_id = a.store_id and r.id = a.role_id and r.type = 'ADMIN'
  ), sums as materialized (
    select o.store_id,
      (select coalesce(sum(greatest(m.bytes, m.width::bigint * m.height / 4, m.master_bytes)), 0)
        from shop.media m where m.store_id = o.store_id)
      + (select coalesce(sum(p.size), 0) from (
          select distinct on (i.key) i.width::bigint * i.height / 4 as size from shop.imported_pictures i
          where i.store_id = o.store_id
            and not exists (select from shop.media m where m.store_id = i.store_id and m.key = i.key)) p)
      + (select coalesce(sum(greatest(p.bytes, p.width::bigint * p.height / 4)), 0)
        from shop.review_photos p where p.store_id = o.store_id)
      + (select coalesce(sum(d.bytes), 0) from shop.dropped_pictures d where d.last_store_id = o.store_id
          and not exists (select from shop.media m where m.store_id = o.store_id and m.key = d.key)) as bytes
    from owned o
  )
  select (select bytes from sums where store_id = of_store)::bigint, (select sum(bytes) from sums)::bigint
$$;

grant execute on function door.stored_picture_bytes to {{app}}, {{worker}};
