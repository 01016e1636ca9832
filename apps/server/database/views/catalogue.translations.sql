-- Translations of published texts, into published languages.
create view catalogue.translations as
  select t.store_id, t.id, t.entity_type, t.entity_id, t.language_code, t.fields, t.version, t.created_at, t.updated_at, t.bytes,
    t.collection_words
  from shop.translations t
  where exists (select from shop.store_languages l
      where l.store_id = t.store_id and l.code = t.language_code and l.is_published)
    and case t.entity_type
      when 'PRODUCT' then exists (select from catalogue.products p where p.store_id = t.store_id and p.id = t.entity_id)
      when 'COLLECTION' then exists (select from catalogue.collections c where c.store_id = t.store_id and c.id = t.entity_id)
      when 'POLICY' then exists (select from catalogue.policies p where p.store_id = t.store_id and p.id = t.entity_id)
      else true end;

grant select on catalogue.translations to {{catalogue}}, {{app}}, {{worker}};
