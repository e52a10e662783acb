-- Use of contracts: calls by transactions to a project's counted contracts, by method and UTC day. No caller is kept.

-- The functions of an interface by selector; interfaces of one digest share them.
create table interface_methods (
  digest text not null,
  selector text not null check (selector ~ '^0x[0-9a-f]{8}$'),
  signature text not null,
  primary key (digest, selector)
);

-- The unbroken span over which calls to a contract were read; a day outside of it is unknown, not one without calls.
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
  -- selectors that no interface names are kept up to a bound; calls of others are not held
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
  -- no earlier call can have been missed: everything since the contract's creation was read
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
