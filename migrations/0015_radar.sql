-- The Radar: each project's score, its rank among the projects with a score, and what the score is made of. Null until
-- the project is ranked.
alter table project_rankings add radar double precision check (radar between 0 and 100);
alter table project_rankings add radar_rank integer check (radar_rank > 0);
-- part → { percentile or value, weight }, or the reason why it is not measured
alter table project_rankings add radar_parts jsonb;
alter table project_rankings add check ((radar is null) = (radar_rank is null));
