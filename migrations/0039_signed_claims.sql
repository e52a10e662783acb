-- The signature that a claim of the catalogue carries: { by, text, value }. Null for a claim without one.
alter table claims add signed jsonb;
-- The last check of it against the chain: { outcome, as, block, at }. Null until it was checked.
alter table claims add signature_check jsonb;
alter table claims add check (signature_check is null or signed is not null);
