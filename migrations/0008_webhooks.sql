-- Subscriptions to the ledger and their deliveries.

create table webhook_subscriptions (
  id uuid primary key,
  account_id uuid not null references accounts,
  url text not null check (length(url) between 1 and 2048),
  description text check (length(description) between 1 and 200),
  -- null: every type that can be subscribed to
  event_types text[] check (cardinality(event_types) > 0),
  -- whether it is for every published project, or for those in webhook_subscription_projects
  all_projects boolean not null,
  status text not null check (status in ('active', 'disabled')),
  -- why it is disabled: the account asked, or ten deliveries in a row were DEAD
  disabled_because text check (disabled_because in ('requested', 'ten_dead_deliveries')),
  disabled_at timestamptz,
  -- events up to this position are not for this subscription
  starts_after bigint not null check (starts_after >= 0),
  -- where the gap of the last time that it was disabled begins: later events may not have been delivered
  gap_after bigint check (gap_after >= 0),
  -- deliveries that became DEAD since the last one that succeeded
  dead_in_a_row integer not null default 0 check (dead_in_a_row >= 0),
  -- the version of the signing secret; the one before it also signs until previous_until
  secret_version integer not null default 1 check (secret_version >= 1),
  previous_until timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- deleted by its account: nothing is sent, and no answer shows it
  removed_at timestamptz,
  -- the first version whose secret is in standard base64, so that the libraries of Standard Webhooks take it
  standard_from integer not null default 1 check (standard_from >= 1),
  constraint disabled_with_a_reason check ((status = 'disabled') = (disabled_because is not null and disabled_at is not null)),
  constraint disabled_with_a_gap check (status = 'active' or gap_after is not null),
  constraint previous_has_a_version check (previous_until is null or secret_version > 1)
);
create index webhook_subscriptions_account on webhook_subscriptions (account_id) where removed_at is null;

-- The projects of a subscription that names some. `slug` is the account's own word: it stays when the project is hidden.
create table webhook_subscription_projects (
  subscription_id uuid not null references webhook_subscriptions,
  project_id uuid not null references projects,
  slug text not null,
  primary key (subscription_id, project_id)
);
create index webhook_subscription_projects_project on webhook_subscription_projects (project_id);

-- The schedule changes with every delivery. Apart from the subscription its rows are small, and a subscription without
-- a waiting delivery has none.
create table webhook_schedule (
  -- without a reference, as in webhook_deliveries
  subscription_id uuid primary key,
  -- the earliest moment a waiting delivery may be sent
  next_attempt_at timestamptz not null
);
create index webhook_schedule_due on webhook_schedule (next_attempt_at);

-- One revision of an event, or one ping, for one subscription. A lease, and the end of an attempt, touch no index: there
-- is room on the same page for the row's next version.
create table webhook_deliveries (
  id uuid primary key,
  -- without a reference: checking it took a third of the time of a fan-out, and no subscription is ever deleted
  subscription_id uuid not null,
  kind text not null check (kind in ('event', 'ping')),
  -- the ledger entry that is sent, which nothing can delete; null for a ping
  position bigint,
  event_id text,
  revision integer,
  type text not null,
  -- what the revision says (changes.content_digest); null for a ping
  content_digest text,
  status text not null check (status in ('QUEUED', 'RETRYING', 'SUCCEEDED', 'DEAD', 'CANCELLED', 'FAILED')),
  failures integer not null default 0 check (failures >= 0),
  -- requests that were begun, with those whose outcome nobody recorded
  attempts integer not null default 0 check (attempts >= failures),
  created_at timestamptz not null,
  -- when the next attempt is due; null once settled
  due_at timestamptz,
  settled_at timestamptz,
  -- the worker that sends it now, and until when nobody else may
  lease_token uuid,
  leased_until timestamptz,
  -- the trace that wrote the event; null when it is not sampled, and for a ping
  traceparent text,
  unique (event_id, subscription_id, revision),
  check ((kind = 'event') = (position is not null and event_id is not null and revision is not null and content_digest is not null)),
  check ((status in ('QUEUED', 'RETRYING')) = (settled_at is null)),
  check ((settled_at is null) = (due_at is not null)),
  check ((lease_token is null) = (leased_until is null)),
  check (kind = 'event' or status in ('QUEUED', 'SUCCEEDED', 'FAILED', 'CANCELLED')),
  check (kind = 'ping' or status <> 'FAILED')
) with (fillfactor = 45);
-- pings are sent before events
create index webhook_deliveries_waiting on webhook_deliveries (subscription_id, kind desc, due_at) where settled_at is null;
create index webhook_deliveries_log on webhook_deliveries (subscription_id, created_at desc, id desc);
create index webhook_deliveries_settled on webhook_deliveries using brin (settled_at);

-- One request to a callback URL. The row is written before the request leaves: a crash still counts against the limit.
create table webhook_attempts (
  delivery_id uuid not null references webhook_deliveries on delete cascade,
  number integer not null check (number >= 1),
  -- that of the delivery
  subscription_id uuid not null,
  started_at timestamptz not null,
  ended_at timestamptz,
  -- null while it runs, and for ever when the process ended first
  outcome text check (outcome in ('succeeded', 'status', 'timeout', 'dns', 'connect', 'tls', 'reset', 'blocked_destination', 'failed')),
  status_code integer check (status_code between 100 and 999),
  latency_ms integer check (latency_ms >= 0),
  -- at most 256 characters of the answer's body
  excerpt text check (length(excerpt) <= 256),
  primary key (delivery_id, number),
  check ((outcome is null) = (ended_at is null))
) with (fillfactor = 40);
create index webhook_attempts_started on webhook_attempts (subscription_id, started_at);
create index webhook_attempts_recent on webhook_attempts using brin (started_at);

-- The last revision of an event that a subscription was sent, once its delivery is no longer in the log. A retraction
-- and a later revision still need it.
create table webhook_sent (
  event_id text not null,
  subscription_id uuid not null references webhook_subscriptions,
  revision integer not null check (revision >= 1),
  content_digest text not null,
  retracted boolean not null,
  primary key (event_id, subscription_id)
);
create index webhook_sent_subscription on webhook_sent (subscription_id);

-- How far the ledger is fanned out.
create table webhook_fan_out (
  only_row boolean primary key default true check (only_row),
  position bigint not null default 0 check (position >= 0),
  -- Of the entry after `position`, what is for the subscriptions up to this one is queued; null: nothing yet. An event
  -- for many subscriptions takes several transactions.
  subscription_id uuid
);
insert into webhook_fan_out default values;

-- The name of the master key from which the secrets of subscriptions derive, from the first one on. Another key would
-- sign with other secrets.
create table webhook_signing_key (
  only_row boolean primary key default true check (only_row),
  name text not null
);

-- Calls of an account that are limited by the hour.
create table hourly_calls (
  account_id uuid not null references accounts,
  call text not null check (call in ('create', 'rotate', 'ping', 'change')),
  called_at timestamptz not null
);
create index hourly_calls_account on hourly_calls (account_id, call, called_at);
