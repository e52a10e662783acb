-- The newest deliveries of every account, by status, for svc delivery list. A status changes only together with due_at or
-- settled_at, which are indexed already, so no update stops being heap-only because of this index.
create index webhook_deliveries_status on webhook_deliveries (status, created_at desc, id desc);
