-- What published projects did on a UTC day, as counts. A row is written once, a day after the end of its day. A day
-- without a row is not recorded.
create table chain_days (
  day date primary key,
  written_at timestamptz not null,
  -- each count with the number of projects that were measured for it; null when there was none
  ships integer check (ships >= 0),
  shipping_projects integer check (shipping_projects >= 0),
  ships_measured integer not null check (ships_measured >= 0),
  upgrades integer check (upgrades >= 0),
  upgrades_measured integer not null check (upgrades_measured >= 0),
  deployments integer check (deployments >= 0),
  deployments_measured integer not null check (deployments_measured >= 0),
  unlocks integer check (unlocks >= 0),
  unlocks_measured integer not null check (unlocks_measured >= 0),
  check ((ships is null) = (ships_measured = 0)),
  check ((shipping_projects is null) = (ships_measured = 0)),
  check ((upgrades is null) = (upgrades_measured = 0)),
  check ((deployments is null) = (deployments_measured = 0)),
  check ((unlocks is null) = (unlocks_measured = 0))
);
create trigger chain_days_written_once before update or delete on chain_days
  for each row execute function refuse_rewrite();
