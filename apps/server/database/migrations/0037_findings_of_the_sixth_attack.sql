-- Whether a VAT ID makes a sale tax-free even if no register confirmed it. If it turns out not to be the buyer's, the
-- store's owner owes the tax.
alter table shop.tax_settings add column accepts_unverified_vat_ids boolean not null default false;

-- Codes are only for users who manage discounts. New entries contain at most their last two characters.
update shop.audit_entries set before = before - 'code', after = after - 'code'
  where entity_type = 'discount' and (before ? 'code' or after ? 'code');

-- Limits per customer treat all spellings of one mailbox as one. Same rules as mailboxOf in platform/mail/mailbox.ts.
alter table shop.customers add column mailbox text generated always as (
  case when lower(email) ~ '@(gmail|googlemail)[.]com$'
    then replace(regexp_replace(regexp_replace(lower(email), '^(.[^+]*)[+].*@', '\1@'), '@[^@]*$', ''), '.', '') || '@gmail.com'
    else regexp_replace(lower(email), '^(.[^+]*)[+].*@', '\1@') end) stored;
create index customers_by_mailbox on shop.customers (store_id, mailbox) where erased_at is null;
