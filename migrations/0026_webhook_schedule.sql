-- The schedule of webhooks changes with every delivery. Apart from the subscription its rows are small, and one that
-- has nothing to send has none.
create table webhook_schedule (
  subscription_id uuid primary key references webhook_subscriptions,
  -- the earliest moment a waiting delivery may be sent
  next_attempt_at timestamptz not null
);
create index webhook_schedule_due on webhook_schedule (next_attempt_at);
insert into webhook_schedule (subscription_id, next_attempt_at)
  select id, next_attempt_at from webhook_subscriptions
  where removed_at is null and status = 'active' and next_attempt_at is not null;
alter table webhook_subscriptions drop column next_attempt_at;

-- Room on the same page for each row's next version: a lease, and the end of an attempt, then touch no index.
alter table webhook_deliveries set (fillfactor = 45);
alter table webhook_attempts set (fillfactor = 40);
