-- A provider may report fractions of the unit that the currency has for us: at Stripe, a fee in HUF has two decimals. All
-- amounts of a report are therefore exact decimals, in our minor units.
alter table shop.provider_movements
  alter column amount_minor type numeric, alter column fee_minor type numeric, alter column net_minor type numeric;
alter table shop.payments alter column fee_minor type numeric, alter column net_minor type numeric;
alter table shop.reconciliation_differences
  alter column expected_minor type numeric, alter column reported_minor type numeric;

-- An entry of a report whose amounts can't be read is stored without them, so that the rest is still compared.
alter table shop.provider_movements drop constraint provider_movements_kind_check,
  add constraint provider_movements_kind_check check (kind in ('capture', 'refund', 'refund_reversal', 'dispute',
    'dispute_reversal', 'fee', 'payout', 'payout_reversal', 'other', 'unreadable'));
alter table shop.reconciliation_differences drop constraint reconciliation_differences_kind_check,
  add constraint reconciliation_differences_kind_check check (kind in ('ORPHAN_CAPTURE', 'DUPLICATE_CAPTURE', 'MISSING_CAPTURE',
    'CAPTURE_AMOUNT', 'ORPHAN_REFUND', 'DUPLICATE_REFUND', 'MISSING_REFUND', 'REFUND_AMOUNT', 'REFUND_REVERSED',
    'ORPHAN_DISPUTE', 'MISSING_DISPUTE', 'DISPUTE_AMOUNT', 'FEE_AMOUNT', 'PAYOUT_AMOUNT', 'PAYOUT_FAILED', 'UNREADABLE'));
