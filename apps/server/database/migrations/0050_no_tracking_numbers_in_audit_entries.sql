-- A tracking number or URL leads to a page that shows where a parcel went. Only users who manage orders may see this.
-- New entries contain field names only.
update shop.audit_entries set before = before - '{trackingNumber,trackingUrl}'::text[],
    after = after - '{trackingNumber,trackingUrl}'::text[]
  where entity_type = 'shipment' and origin = 'SYSTEM'
    and (before ?| '{trackingNumber,trackingUrl}' or after ?| '{trackingNumber,trackingUrl}');
