-- SECURITY DEFINER: what the pictures of a store take up, and those of all stores of its owner. What files become is told
-- from their pixels, because a file of few bytes can become a large picture, and an import says what it likes of its bytes.
-- Imported pictures count as long as they are remembered, because their files are kept so long.
create function door.kept_picture_bytes(of_store uuid) returns table (of_store_bytes bigint, of_owner_bytes bigint)
language sql stable security definer set search_path = '' as $$
  with owned as materialized (
    select of_store as store_id
    union
    select a.store_id from door.owners_of(of_store) o (user_id)
    join shop.role_assignments a on a.user_id = o.user_id and a.joined
    join shop.roles r on r.store_id = a.store_id and r.id = a.role_id and r.type = 'ADMIN'
  ), sums as materialized (
    select o.store_id,
      (select coalesce(sum(greatest(m.bytes, m.width::bigint * m.height / 4)), 0)
        from shop.media m where m.store_id = o.store_id)
      + (select coalesce(sum(p.size), 0) from (
          select distinct on (i.key) i.width::bigint * i.height / 4 as size from shop.imported_pictures i
          where i.store_id = o.store_id
            and not exists (select from shop.media m where m.store_id = i.store_id and m.key = i.key)) p) as bytes
    from owned o
  )
  select (select bytes from sums where store_id = of_store)::bigint, (select sum(bytes) from sums)::bigint
$$;
grant select on shop.media, shop.imported_pictures to {{doors}};
alter function door.kept_picture_bytes(uuid) owner to {{doors}};
revoke all on function door.kept_picture_bytes(uuid) from public;
grant execute on function door.kept_picture_bytes(uuid) to {{app}}, {{worker}};
