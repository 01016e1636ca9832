-- The test provider's capture, in one statement, so that it completes even if the calling server dies. lost: whether the
-- first response gets lost, which the shopper can choose. Returns no row if there is no such payment, or if the key belongs
-- to another payment.
create or replace function shop.capture_test_payment(with_key text, of_payment text) returns table (answer text, lost boolean)
language plpgsql volatile security invoker set search_path = '' as $$
declare
  payment shop.test_payments;
  stored shop.test_captures;
  said text;
begin
  select * into payment from shop.test_payments p where p.id = of_payment for update;
  if not found then return; end if;
  select * into stored from shop.test_captures c where c.request_key = with_key;
  if found then
    if stored.payment_id = of_payment then return query select stored.answer, false; end if;
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

revoke execute on function shop.capture_test_payment from public;
grant execute on function shop.capture_test_payment to {{app}}, {{worker}};
