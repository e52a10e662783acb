create table accounts (
  id uuid primary key,
  name text not null unique check (name = btrim(name) and length(name) between 1 and 100 and name !~ '[[:cntrl:]]'),
  created_at timestamptz not null,
  held_since timestamptz,
  held_reason text check (held_reason <> ''),
  -- tier of the keys that the owner of the account creates
  key_tier smallint not null default 1 check (key_tier between 1 and 3),
  constraint held_with_a_reason check ((held_since is null) = (held_reason is null))
);

-- A key is shown once, when it is created. Only its digest is stored.
create table api_keys (
  id uuid primary key,
  account_id uuid not null references accounts,
  digest bytea not null unique check (octet_length(digest) = 32),
  tier smallint not null check (tier between 1 and 3),
  created_at timestamptz not null,
  revoked_at timestamptz check (revoked_at >= created_at),
  -- null for a key of an operator that has no name
  name text check (name = btrim(name) and length(name) between 1 and 100 and name !~ '[[:cntrl:]]')
);
create index api_keys_account on api_keys (account_id);

-- Requests a key has made in a calendar month (UTC), as far as processes have written them.
create table key_usage (
  key_id uuid not null references api_keys,
  month date not null check (extract(day from month) = 1),
  used bigint not null check (used >= 0),
  -- when the newest counted request of the month was written
  last_used_at timestamptz,
  primary key (key_id, month)
);
