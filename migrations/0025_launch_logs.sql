-- The logs of a launch on a curve that show its stage: the first of each kind, from final blocks.
create table launch_logs (
  project_id uuid not null references projects,
  source_id uuid not null references sources,
  chain_id integer not null check (chain_id = 4663),
  token address not null,
  kind text not null check (kind in ('curve_opened', 'curve_traded', 'graduated', 'pool_funded')),
  -- the contract that logged it: the launch factory or the pool
  contract address not null,
  -- the pool that the graduation names, if it names one
  pool address,
  block_number bigint not null,
  tx_index integer not null,
  log_index integer not null,
  tx_hash text not null,
  block_hash text not null,
  block_time timestamptz not null,
  detected_at timestamptz not null,
  primary key (chain_id, token, kind),
  check (pool is null or kind = 'graduated')
);
create index launch_logs_project on launch_logs (project_id);
