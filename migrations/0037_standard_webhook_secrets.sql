-- Secrets are in standard base64, so that the libraries of Standard Webhooks take them. A secret that was shown before
-- this migration stays as it was shown: the next rotation of its subscription gives the first one in standard base64.
alter table webhook_subscriptions
  add column standard_from integer not null default 1 check (standard_from >= 1);
update webhook_subscriptions set standard_from = secret_version + 1;
