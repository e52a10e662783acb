-- Finds the subscriptions for all projects that take a type of event; `*` stands for every type. Without a list of
-- pending entries, which each search would read.
create index webhook_subscriptions_types on webhook_subscriptions using gin (coalesce(event_types, array['*']))
  with (fastupdate = off) where all_projects and status = 'active' and removed_at is null;

-- Few subscriptions choose a project or have an event, whatever the average says. With the average of a table in which
-- one project has most rows, the planner reads the whole table for each event of any other project.
alter table webhook_subscription_projects alter column project_id set (n_distinct = -0.5);
alter table webhook_deliveries alter column event_id set (n_distinct = -0.01);
alter table webhook_sent alter column event_id set (n_distinct = -0.01);
