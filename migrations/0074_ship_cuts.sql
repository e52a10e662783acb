-- Ships of the list are counted from its end: what is new at its beginning moves no count.
drop index ship_spans_place;
drop index ships_newest;
create index ships_newest on ships (occurred_at, id) include (project_id) where withdrawn_at is null;
comment on column ship_spans.n is 'of a cut, how many listed ships lie from it to the end of the list; else a difference of that';
create index ship_spans_cuts on ship_spans (n) include (occurred_at, id) where cut;
create index ship_spans_differences on ship_spans (occurred_at, id) include (n) where not cut;

-- How many ships lie between two cuts.
create function ship_span(total bigint) returns bigint language sql immutable
return greatest(500, (sqrt(total) / 2)::bigint);

-- Writes the cuts anew.
create or replace function write_ship_spans() returns void language plpgsql as $$
begin
  lock table ship_spans in share update exclusive mode;
  with gone as (
    delete from ship_spans
  ), placed as (
    select occurred_at, id, row_number() over (order by occurred_at desc, id desc) - 1 as place, count(*) over () as total from ships
    where withdrawn_at is null and exists (select from project_lists where project_id = ships.project_id and published)
  )
  insert into ship_spans (occurred_at, id, n, cut)
  select occurred_at, id, total - place, true from placed where place > 0 and place % ship_span(total) = 0
  union all
  select 'infinity', '00000000-0000-0000-0000-000000000000', count(*), true from placed;
end $$;

-- Takes the differences into the counts of the cuts before them. Spans that have grown too long, or too many, are cut anew.
create or replace function add_up_ship_spans() returns void language plpgsql as $$
declare total bigint; cuts bigint; longest bigint;
begin
  lock table ship_spans in share update exclusive mode;
  with placed as (
    select ctid as at, n, cut, sum(case when cut then 0 else n end)
      over (order by occurred_at, id, cut rows unbounded preceding) as difference
    from ship_spans
  ), gone as (
    delete from ship_spans using placed where ship_spans.ctid = placed.at and not placed.cut
  )
  update ship_spans set n = placed.n + difference from placed
  where ship_spans.ctid = placed.at and placed.cut and difference <> 0;
  select max(n), count(*), max(span) into total, cuts, longest
  from (select n, n - lag(n, 1, 0::bigint) over (order by occurred_at, id) as span from ship_spans where cut) as counted;
  if longest > 4 * ship_span(total) or cuts > 4 * greatest(1, total / ship_span(total)) then
    perform write_ship_spans();
  end if;
end $$;
select write_ship_spans();
