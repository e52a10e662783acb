-- The safe block at which storage showed an implementation; null for one that a log showed first. A change that only
-- storage shows is withdrawn when this block was replaced, and is settled when this block is final.
alter table implementations
  add column slot_block bigint,
  add column slot_hash text check ((slot_block is null) = (slot_hash is null));
