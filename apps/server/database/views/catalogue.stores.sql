-- The public columns of a store. The views of this schema define which rows and columns are public. Their owner
-- {{doors}} may see every row. They are not security barriers, because search operators aren't leakproof and couldn't
-- use indexes.
create view catalogue.stores as
  select s.id, s.slug, s.name, s.tagline, s.currency, s.locale, s.country, s.time_zone, s.environment,
    s.return_days, s.theme, s.contact, s.navigation, s.home, s.help, s.social_image, s.created_at,
    (select d.host from shop.domains d where d.store_id = s.id and d.is_primary and d.status = 'ACTIVE') as domain,
    s.version,
    array(select l.code from shop.store_languages l where l.store_id = s.id and l.is_published
      order by l.is_default desc, l.code) as languages,
    s.updated_at, s.promises, s.season, s.launch, s.social_links, s.live_chat, s.shipping_calendar
  from shop.stores s where s.deleted_at is null;

grant select on catalogue.stores to {{catalogue}}, {{app}}, {{worker}};
