-- What is known of each JSON-RPC endpoint, shared by all processes. The address can hold a key, so only its digest is
-- stored.
create table rpc_endpoints (
  endpoint text primary key check (endpoint ~ '^[0-9a-f]{64}$'),
  -- place in RPC_URLS, from 1
  place integer not null check (place > 0),
  last_answered_at timestamptz,
  -- the widest log query that it said it answers
  max_blocks integer check (max_blocks > 0),
  max_blocks_at timestamptz,
  -- the newest block of which it had no state
  no_state_block bigint check (no_state_block >= 0),
  no_state_at timestamptz,
  -- after a limit, until then it is not asked
  paused_until timestamptz,
  limits_in_a_row integer not null check (limits_in_a_row >= 0),
  check ((max_blocks is null) = (max_blocks_at is null)),
  check ((no_state_block is null) = (no_state_at is null))
);

-- The blocks up to which facts are published (safe) and final (finalized), as last read.
create table chain_heads (
  chain_id integer primary key,
  latest_block bigint not null,
  latest_at timestamptz not null,
  safe_block bigint not null,
  safe_at timestamptz not null,
  finalized_block bigint not null,
  -- tags: the node names both blocks; fallback: a fixed number of blocks before the latest
  basis text not null check (basis in ('tags', 'fallback')),
  read_at timestamptz not null,
  check (finalized_block <= safe_block and safe_block <= latest_block)
);
