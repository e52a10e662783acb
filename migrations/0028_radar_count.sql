-- The Radar counts the ranked projects for each page. With the project in the index, the wide rows are not read.
drop index project_rankings_radar;
create index project_rankings_radar on project_rankings (radar_rank) include (project_id) where radar_rank is not null;
