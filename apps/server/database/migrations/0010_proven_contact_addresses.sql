-- The contact address that the store has verified, in lower case. Applies only while it is the contact address. Mails
-- to the store go only to it or to a staff member's verified address.
alter table shop.stores add proven_contact_email text;

-- Stores without an owner are the operator's own, such as the demo stores, so their addresses count as verified.
update shop.stores s set proven_contact_email = lower(s.contact ->> 'email')
  where not exists (select from shop.role_assignments a
    join shop.roles r on r.store_id = a.store_id and r.id = a.role_id and r.type = 'ADMIN'
    where a.store_id = s.id);
