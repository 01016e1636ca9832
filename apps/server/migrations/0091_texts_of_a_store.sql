-- What a store promises, its season, the launch it works toward, its social links and its live chat. Pages showed the same
-- refund time and report time for every store: stores that showed them keep them, new ones promise nothing unasked.
alter table shop.stores
  add column promises jsonb not null
    default '{"refundDays": {"min": 5, "max": 7}, "damageReportHours": 48, "warrantyYears": null}',
  add column season jsonb,
  add column launch jsonb,
  add column social_links jsonb not null default '[]',
  add column live_chat jsonb;
alter table shop.stores alter column promises
  set default '{"refundDays": null, "damageReportHours": null, "warrantyYears": null}';

create or replace view catalogue.stores as
  select s.id, s.slug, s.name, s.tagline, s.currency, s.locale, s.country, s.time_zone, s.environment,
    s.tax_basis_points, s.return_days, s.theme, s.contact, s.navigation, s.home, s.help, s.social_image, s.created_at,
    (select d.host from shop.domains d where d.store_id = s.id and d.is_primary and d.status = 'ACTIVE') as domain,
    s.version,
    array(select l.code from shop.store_languages l where l.store_id = s.id and l.is_published
      order by l.is_default desc, l.code) as languages,
    s.updated_at, s.promises, s.season, s.launch, s.social_links, s.live_chat
  from shop.stores s where s.deleted_at is null;
