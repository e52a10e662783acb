-- Two projects may have one contract behind theirs: what an explorer holds of it is recorded for each. Ids already
-- given stay.
alter table interfaces drop constraint interfaces_contract_provider_digest_key;
alter table interfaces add constraint interfaces_identity unique (project_id, contract, provider, digest);
