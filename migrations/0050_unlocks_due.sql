-- The ledger looks for unlocks that come due.
create index locks_unlock on locks (unlock_at) where not withdrawn;
