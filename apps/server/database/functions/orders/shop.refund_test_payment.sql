-- The test provider's refund of a captured payment, in one statement, so that it completes even if the calling server
-- dies. The last two digits of the amount determine the result: 91 is declined, 92 succeeds but its first response is
-- lost, 93 succeeds only when its state is requested. Returns no row if there is no such payment, or the key belongs to
-- another refund.
create or replace function shop.refund_test_payment(with_key text, with_id text, of_payment text, amount bigint)
returns table (state text, lost boolean)
language plpgsql volatile security invoker set search_path = '' as $$
declare
  payment shop.test_payments;
  stored shop.test_refunds;
  returned bigint;
  said text;
begin
  select * into payment from shop.test_payments p where p.id = of_payment for update;
  if not found then return; end if;
  select * into stored from shop.test_refunds r where r.request_key = with_key;
  if found then
    if stored.payment_id = of_payment and stored.amount_minor = amount then return query select stored.state, false; end if;
    return;
  end if;
  select coalesce(sum(r.amount_minor), 0) into returned from shop.test_refunds r
    where r.payment_id = of_payment and r.state <> 'failed';
  said := case
    when payment.state <> 'captured' or returned + amount > payment.amount_minor or amount % 100 = 91 then 'failed'
    when amount % 100 = 93 then 'pending'
    else 'completed' end;
  insert into shop.test_refunds (request_key, id, payment_id, amount_minor, state)
    values (with_key, with_id, of_payment, amount, said);
  return query select said, amount % 100 = 92;
end $$;

revoke execute on function shop.refund_test_payment from public;
grant execute on function shop.refund_test_payment to {{app}}, {{worker}};
