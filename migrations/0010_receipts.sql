-- A receipt of a conclusion keeps the inputs of its own time. A later evaluation that confirms the conclusion stores its
-- inputs beside them; null where they are the same as at first.
alter table evaluations
  add column latest_inputs jsonb,
  add column latest_evidence text[],
  add column latest_unknown_inputs jsonb,
  add check (state <> 'MEASURED' or latest_evidence is null or cardinality(latest_evidence) > 0);

-- The address of a week of commits was built by us. The next reading of a running week stores the provider's own.
update ships set url = null where kind = 'code_week';
