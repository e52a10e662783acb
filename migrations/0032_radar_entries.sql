-- Only a published project has a place on the Radar: one that is hidden loses it at once. A page of the Radar is then
-- counted from this index alone, with the conclusions that its filters ask for.
update project_rankings set radar = null, radar_rank = null, radar_parts = null
from projects where projects.id = project_rankings.project_id and projects.state <> 'published' and radar_parts is not null;
drop index project_rankings_radar;
create index project_rankings_radar on project_rankings (radar_rank)
  include (project_id, activity_status, under_the_radar, research_level, use_calls) where radar_rank is not null;

-- What the Radar shows of a project's last evaluation, so that a page reads neither whole cards nor conclusions.
create table radar_entries (
  project_id uuid primary key references projects,
  -- { activity, activityMeasured, researchLevel, latestMeaningfulShip, grounds: the evidence that its parts rest on }
  evidence jsonb not null
) with (fillfactor = 75);
insert into radar_entries (project_id, evidence)
select project_id, jsonb_build_object(
  'activity', evidence -> 'activity', 'activityMeasured', evidence -> 'activityMeasured',
  'researchLevel', evidence -> 'researchLevel', 'latestMeaningfulShip', evidence -> 'latestMeaningfulShip',
  'grounds', array(
    select distinct unnest(coalesce(latest_evidence, evaluations.evidence)) from evaluations
    where evaluations.project_id = cards.project_id and superseded_at is null and state = 'MEASURED'
      and fact in ('build.momentum', 'contract.use', 'research.level') order by 1
  ))
from cards;
