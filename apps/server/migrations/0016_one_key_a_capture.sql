-- A provider answers a repeated key with what it said the first time, a decline too. So each try to capture has its own
-- key, made of the payment and the number of the try; a lost answer is asked for with the same one.
alter table shop.payments add column capture_tries int not null default 0 check (capture_tries >= 0);

-- What the built-in test provider said to each key.
create table shop.test_captures (
  request_key text primary key,
  payment_id text not null references shop.test_payments,
  answer text not null check (answer in ('open', 'captured', 'declined', 'failed', 'cancelled')),
  created_at timestamptz not null default now()
);
grant select, insert on shop.test_captures to {{app}}, {{worker}};

-- One statement, so that the provider goes on where the asking server dies. lost: the shopper chose that the first
-- answer does not arrive. No row: it knows no such payment, or the key is another payment's.
create function shop.capture_test_payment(with_key text, of_payment text) returns table (answer text, lost boolean)
language plpgsql volatile security invoker set search_path = '' as $$
declare
  payment shop.test_payments;
  kept shop.test_captures;
  said text;
begin
  select * into payment from shop.test_payments p where p.id = of_payment for update;
  if not found then return; end if;
  select * into kept from shop.test_captures c where c.request_key = with_key;
  if found then
    if kept.payment_id = of_payment then return query select kept.answer, false; end if;
    return;
  end if;
  said := case
    when payment.state <> 'open' or payment.decision is null then payment.state
    when payment.decision in ('approve', 'timeout') then 'captured'
    when payment.decision = 'decline' then 'declined'
    when payment.decision = 'fail' then 'failed'
    else 'cancelled' end;
  insert into shop.test_captures (request_key, payment_id, answer) values (with_key, of_payment, said);
  update shop.test_payments p
    set state = case when said = 'declined' then p.state else said end,
      decision = case when said = 'declined' then null else p.decision end
    where p.id = of_payment;
  return query select said, payment.state = 'open' and payment.decision is not distinct from 'timeout';
end $$;
revoke all on function shop.capture_test_payment(text, text) from public;
grant execute on function shop.capture_test_payment(text, text) to {{app}}, {{worker}};
