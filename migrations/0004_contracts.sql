-- Contracts: what projects deployed, its proxies, its verified source, its use, and token locks.
-- Order on the chain is (block, transaction index, log index), never time: blocks share seconds.

-- A contract of a project's token or deployer.
create table contracts (
  chain_id integer not null check (chain_id = 4663),
  address address not null,
  project_id uuid not null references projects,
  source_id uuid not null references sources,
  role text not null check (role in ('token', 'launch', 'deployment', 'declared')),
  deployer address,
  creation_tx text,
  creation_block bigint,
  creation_tx_index integer,
  creation_block_hash text,
  created_at timestamptz,
  proxy_kind text check (proxy_kind in ('none_detected', 'eip1967', 'beacon', 'eip1167')),
  implementation address,
  beacon address,
  proxy_read_at timestamptz,
  detected_at timestamptz not null,
  -- published from `safe`, settled at `finalized`
  settled boolean not null default false,
  withdrawn_at timestamptz,
  withdrawn_reason text,
  primary key (chain_id, address),
  check ((proxy_kind is null) = (proxy_read_at is null)),
  check ((creation_block is null) = (created_at is null)),
  check ((withdrawn_at is null) = (withdrawn_reason is null))
);
create index contracts_project on contracts (project_id);

-- Each time a proxy's implementation was set; evidence id impl:<key>.
create table implementations (
  key text primary key,
  chain_id integer not null check (chain_id = 4663),
  contract address not null,
  project_id uuid not null references projects,
  source_id uuid not null references sources,
  implementation address not null,
  previous_implementation address,
  basis text not null check (basis in ('log', 'slot')),
  beacon address,
  block_number bigint,
  tx_index integer,
  log_index integer,
  tx_hash text,
  block_hash text,
  block_time timestamptz,
  -- the first implementation of a proxy is its creation, not an upgrade
  initial boolean not null,
  detected_at timestamptz not null,
  settled boolean not null default false,
  withdrawn_at timestamptz,
  withdrawn_reason text,
  -- when the proxy's storage was last read with the implementation before this one; null without such a reading since the
  -- source was attached
  unchanged_until timestamptz,
  check ((basis = 'log') = (log_index is not null)),
  check ((block_number is null) = (block_time is null)),
  check ((withdrawn_at is null) = (withdrawn_reason is null)),
  constraint implementations_unchanged_until check (unchanged_until <= detected_at)
);
create index implementations_contract on implementations (contract, block_number, log_index);
create index implementations_project on implementations (project_id, (coalesce(block_time, detected_at)) desc);

-- Verified source of a contract at one interface; evidence id abi:<id>. Two projects may share an implementation: each
-- has its own row.
create table interfaces (
  id uuid primary key,
  chain_id integer not null check (chain_id = 4663),
  contract address not null,
  project_id uuid not null references projects,
  source_id uuid not null references sources,
  provider text not null,
  digest text not null,
  functions integer not null check (functions >= 0),
  events integer not null check (events >= 0),
  match text not null check (match in ('exact', 'partial', 'unspecified')),
  verified_at timestamptz,
  observed_at timestamptz not null,
  detected_at timestamptz not null,
  superseded_at timestamptz,
  -- the first of the readings in a row that said that the provider no longer has the interface
  missing_since timestamptz,
  constraint interfaces_identity unique (project_id, contract, provider, digest)
);
create index interfaces_project on interfaces (project_id, (coalesce(verified_at, detected_at)) desc);

-- The functions of an interface by selector. Interfaces of one digest share them; a row is written once.
create table interface_methods (
  digest text not null,
  selector text not null check (selector ~ '^0x[0-9a-f]{8}$'),
  signature text not null,
  primary key (digest, selector)
);

-- The unbroken span over which calls to a contract were read. A day outside the span is unknown, not a day without calls.
create table contract_use (
  project_id uuid not null references projects,
  chain_id integer not null check (chain_id = 4663),
  contract address not null,
  source_id uuid not null references sources,
  collected_from timestamptz not null,
  -- the listing was read to its end: the span begins with the contract
  since_creation boolean not null,
  collected_to timestamptz not null,
  to_block bigint not null,
  to_block_hash text not null,
  -- true when there were more unnamed selectors than are stored
  selectors_left_out boolean not null,
  read_at timestamptz not null,
  primary key (project_id, contract),
  check (collected_from <= collected_to)
);

-- A method of a contract that was called; evidence id method:<id>.
create table method_use (
  id uuid primary key,
  project_id uuid not null,
  chain_id integer not null check (chain_id = 4663),
  contract address not null,
  source_id uuid not null references sources,
  selector text not null check (selector ~ '^0x[0-9a-f]{8}$'),
  -- as a verified interface names it; null while none does
  signature text,
  interface_id uuid references interfaces,
  decoded_at timestamptz,
  first_block bigint not null,
  first_tx_index integer not null,
  first_tx text not null,
  first_at timestamptz not null,
  -- no earlier call can be missing: everything since the contract's creation was read
  first_since_creation boolean not null,
  last_block bigint not null,
  last_tx_index integer not null,
  last_tx text not null,
  last_at timestamptz not null,
  detected_at timestamptz not null,
  withdrawn_at timestamptz,
  withdrawn_reason text,
  unique (project_id, contract, selector),
  foreign key (project_id, contract) references contract_use,
  check ((signature is null) = (interface_id is null)),
  check ((signature is null) = (decoded_at is null)),
  check ((first_block, first_tx_index) <= (last_block, last_tx_index)),
  check ((withdrawn_at is null) = (withdrawn_reason is null))
);
create index method_use_project on method_use (project_id, first_at desc);

-- Calls of a method on a UTC day; a day of the collected span without a row had none.
create table method_use_days (
  method_id uuid not null references method_use,
  day date not null,
  calls integer not null check (calls > 0),
  primary key (method_id, day)
);

-- Calls of a method after a silence that was read from beginning to end.
create table method_resumptions (
  method_id uuid not null references method_use,
  block bigint not null,
  tx_index integer not null,
  tx text not null,
  at timestamptz not null,
  previous_at timestamptz not null,
  detected_at timestamptz not null,
  primary key (method_id, block, tx_index),
  check (previous_at < at)
);

-- A token lock; evidence id lock:4663:<locker>:<lock id>.
create table locks (
  chain_id integer not null check (chain_id = 4663),
  locker address not null,
  lock_id numeric not null,
  token address not null,
  project_id uuid not null references projects,
  source_id uuid not null references sources,
  owner address not null,
  amount numeric not null check (amount >= 0),
  unlock_at timestamptz not null,
  withdrawn boolean not null,
  detected_at timestamptz not null,
  observed_at timestamptz not null,
  primary key (chain_id, locker, lock_id)
);
create index locks_project on locks (project_id, detected_at desc);
-- The ledger looks for unlocks that come due.
create index locks_unlock on locks (unlock_at) where not withdrawn;

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
