-- The one append-only ledger of changes. Only records/ledger/changes.ts inserts here, under the ledger lock.

-- One row a revision of an event.
create table changes (
  position bigint primary key check (position > 0),
  id text not null,
  revision integer not null check (revision >= 1),
  op text not null check (op in ('upsert', 'retract')),
  type text not null,
  domain text not null check (domain in ('build', 'contract', 'market', 'token', 'research', 'lock', 'market_integrity')),
  -- routing keys: a tombstone does not publish them, filters still use them
  project_id uuid references projects,
  contract address,
  -- where the event first arrived: browse order, the same for all its revisions
  first_position bigint not null check (first_position <= position),
  recorded_at timestamptz not null,
  occurred_at timestamptz,
  detected_at timestamptz not null,
  precision text not null check (precision in ('EXACT', 'DATE', 'OBSERVED', 'WINDOW', 'SCHEDULED')),
  origin text not null check (origin in ('live', 'bootstrap', 'backfill')),
  -- decided once, at the first revision: whether the writer detected the event as it happened
  first_seen_live boolean not null,
  summary text,
  facts jsonb,
  evidence text[],
  -- digest of summary, facts, evidence, time and precision: a new revision is written only when it changes
  content_digest text not null,
  -- why a tombstone was written: the record was withdrawn, or its project hidden
  retracted_because text check (retracted_because in ('withdrawn', 'hidden')),
  -- position of the revision that replaced this one
  superseded_by bigint,
  unique (id, revision),
  check ((op = 'upsert') = (summary is not null and facts is not null and evidence is not null)),
  check ((op = 'retract') = (retracted_because is not null))
);
create unique index changes_head on changes (id) where superseded_by is null;
create index changes_sync on changes (position, occurred_at) where superseded_by is null;
create index changes_browse on changes (first_position desc, occurred_at) where superseded_by is null and op = 'upsert';
create index changes_project on changes (project_id, position) where superseded_by is null;
create index changes_project_browse on changes (project_id, first_position desc) where superseded_by is null and op = 'upsert';
create index changes_contract on changes (contract, position) where superseded_by is null;
create index changes_type on changes (type, position) where superseded_by is null;
create index changes_type_browse on changes (type, first_position desc, occurred_at) where superseded_by is null and op = 'upsert';
create index changes_occurred on changes (occurred_at) where superseded_by is null and occurred_at is not null;
create index changes_recorded on changes (recorded_at, position);

-- The ledger is append-only. The one update allowed is that a later revision supersedes a row.
create function refuse_ledger_rewrite() returns trigger language plpgsql as $$
declare superseded changes := new;
begin
  superseded.superseded_by := null;
  if tg_op = 'UPDATE' and old.superseded_by is null and superseded is not distinct from old then return new; end if;
  raise exception 'changes is append-only: % of position % refused', lower(tg_op), old.position;
end $$;
create trigger changes_append_only before update or delete on changes for each row execute function refuse_ledger_rewrite();

-- The traces that wrote entries, until these are fanned out. Apart from the ledger, whose entries never change.
create table traced_changes (
  -- without a reference: nothing can delete an entry
  position bigint primary key,
  traceparent text not null
);

-- The newest position, and when the ledger writer last went over every project that was due.
create table ledger_state (
  only_row boolean primary key default true check (only_row),
  head bigint not null default 0 check (head >= 0),
  last_run_at timestamptz,
  first_run_at timestamptz,
  -- when market integrity was published on this deployment; null while it is withheld
  market_integrity_published_at timestamptz
);
insert into ledger_state default values;
