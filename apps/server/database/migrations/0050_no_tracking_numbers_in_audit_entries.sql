-- A carrier's page shows where a parcel went, which only users who manage orders may see. New entries contain field names only.
update shop.audit_entries set before = before - '{trackingNumber,trackingUrl}'::text[],
    after = after - '{trackingNumber,trackingUrl}'::text[]
  where entity_type = 'shipment' and origin = 'SYSTEM'
    and (before ?| '{trackingNumber,trackingUrl}' or after ?| '{trackingNumber,trackingUrl}');
