-- The contact address that is known to be the store's, in lower case. It counts only while it is the contact address: mails to
-- the store go to no other, unless it is the proven one of somebody who works there.
alter table shop.stores add proven_contact_email text;

-- Stores without an owner are the operator's own, such as the demo stores.
update shop.stores s set proven_contact_email = lower(s.contact ->> 'email')
  where not exists (select from shop.role_assignments a
    join shop.roles r on r.store_id = a.store_id and r.id = a.role_id and r.type = 'ADMIN'
    where a.store_id = s.id);
