-- Of the entry after `position`, what is for the subscriptions up to this one is queued; null: nothing yet. An event for
-- many subscriptions takes several transactions.
alter table webhook_fan_out add column subscription_id uuid;
