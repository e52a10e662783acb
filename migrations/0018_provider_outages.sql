-- The outages of a provider. The code that sets and clears provider_budgets.outage_since writes them in the same
-- transaction.
create table provider_outages (
  provider text not null,
  -- when a judgement noticed its beginning
  began_at timestamptz not null,
  -- when a judgement noticed its end; null while it runs
  ended_at timestamptz check (ended_at >= began_at),
  primary key (provider, began_at)
);
create unique index provider_outages_running on provider_outages (provider) where ended_at is null;

-- The UTC days on which a provider was judged. Of a day without a row it is unknown whether the provider failed.
create table provider_days (
  provider text not null,
  day date not null,
  first_judged_at timestamptz not null,
  last_judged_at timestamptz not null check (last_judged_at >= first_judged_at),
  primary key (provider, day)
);
