-- Rate limits in a row: without a pause of the provider's own, each makes the next pause longer.
alter table provider_budgets add column limits_in_a_row integer not null default 0 check (limits_in_a_row >= 0);
alter table source_streams add column limits_in_a_row integer not null default 0 check (limits_in_a_row >= 0);

-- The first of the readings in a row that said that the provider no longer has the interface.
alter table interfaces add column missing_since timestamptz;
