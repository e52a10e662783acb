-- Which projects await evaluation and the ledger, so that a run reads only what may have changed.

create table project_work (
  project_id uuid primary key references projects,
  -- when the project must be evaluated next: now, when a reading changed something; else the next boundary of a rule
  evaluate_due_at timestamptz,
  -- set by whatever may have changed what the ledger says of the project; cleared by the ledger writer
  ledger_due_since timestamptz
);
create index project_work_evaluate on project_work (evaluate_due_at) where evaluate_due_at is not null;
create index project_work_ledger on project_work (ledger_due_since) where ledger_due_since is not null;
