-- The release of the process that last leased the pipeline: the numbers of its version, then the sum of the versions of its
-- rules. While a newer release runs pipelines, a process of an older one leases none.
alter table pipelines add column release integer[];
