-- How many listed ships lie in each span of the list, from the place of a cut to that of the next. Rows that are no cut
-- are differences, each at the place of its ship, so that what lies before a cut is the sum of the rows before it.
create table ship_spans (occurred_at timestamptz not null, id uuid not null, n bigint not null, cut boolean not null default false);
create index ship_spans_place on ship_spans (occurred_at desc, id) include (n, cut);

drop trigger ship_days_added on ships;
drop trigger ship_days_gone on ships;
drop trigger ship_days_moved on ships;
drop trigger ship_days_listed on project_lists;
drop function count_ships_added;
drop function count_ships_gone;
drop function count_ship_moved;
drop function count_ships_listed;
drop table ship_days;

create function count_ships_added() returns trigger language plpgsql as $$
begin
  insert into ship_spans (occurred_at, id, n)
  select occurred_at, id, 1 from added join project_lists as listed using (project_id)
  where listed.published and withdrawn_at is null;
  return null;
end $$;
create trigger ship_spans_added after insert on ships
  referencing new table as added for each statement execute function count_ships_added();

create function count_ships_gone() returns trigger language plpgsql as $$
begin
  insert into ship_spans (occurred_at, id, n)
  select occurred_at, id, -1 from gone join project_lists as listed using (project_id)
  where listed.published and withdrawn_at is null;
  return null;
end $$;
create trigger ship_spans_gone after delete on ships
  referencing old table as gone for each statement execute function count_ships_gone();

create function count_ship_moved() returns trigger language plpgsql as $$
begin
  insert into ship_spans (occurred_at, id, n)
  select ship.occurred_at, ship.id, ship.difference
  from (values (old.id, old.project_id, old.occurred_at, old.withdrawn_at, -1),
      (new.id, new.project_id, new.occurred_at, new.withdrawn_at, 1))
    as ship(id, project_id, occurred_at, withdrawn_at, difference)
  join project_lists as listed using (project_id)
  where listed.published and ship.withdrawn_at is null;
  return null;
end $$;
create trigger ship_spans_moved after update on ships for each row
  when ((old.id, old.project_id, old.occurred_at, old.withdrawn_at is null)
    is distinct from (new.id, new.project_id, new.occurred_at, new.withdrawn_at is null))
  execute function count_ship_moved();

create function count_ships_listed() returns trigger language plpgsql as $$
begin
  insert into ship_spans (occurred_at, id, n)
  select occurred_at, id, case when new.published then 1 else -1 end
  from ships where project_id = new.project_id and withdrawn_at is null;
  return null;
end $$;
create trigger ship_spans_listed after update on project_lists for each row
  when (old.published is distinct from new.published) execute function count_ships_listed();

-- Writes the spans anew: about as many as each has ships, at least 500.
create function write_ship_spans() returns void language plpgsql as $$
begin
  lock table ship_spans in share update exclusive mode;
  with gone as (
    delete from ship_spans
  ), placed as (
    select occurred_at, id, row_number() over (order by occurred_at desc, id) - 1 as place from ships
    where withdrawn_at is null and exists (select from project_lists where project_id = ships.project_id and published)
  ), size as (
    select greatest(500, sqrt(count(*))::bigint) as size from placed
  )
  insert into ship_spans (occurred_at, id, n, cut)
  select (array_agg(occurred_at order by place))[1], (array_agg(id order by place))[1], count(*), true
  from placed, size where place >= size group by place / size
  union all
  select 'infinity', '00000000-0000-0000-0000-000000000000', count(*), true from placed, size where place < size;
end $$;

-- Takes the differences into the spans where they lie. Spans that have grown too long, or too many, are cut anew.
create function add_up_ship_spans() returns void language plpgsql as $$
declare total bigint; spans bigint; longest bigint;
begin
  lock table ship_spans in share update exclusive mode;
  with spanned as (
    select ctid as at, n, count(*) filter (where cut) over (order by occurred_at desc, id, cut desc rows unbounded preceding) as span
    from ship_spans
  ), added as (
    select span, sum(n) as n, (array_agg(at))[1] as at from spanned group by span having count(*) > 1
  ), gone as (
    delete from ship_spans using spanned
    where ship_spans.ctid = spanned.at and spanned.span in (select span from added)
    returning spanned.span, ship_spans.occurred_at, ship_spans.id, ship_spans.cut
  )
  insert into ship_spans (occurred_at, id, n, cut)
  select gone.occurred_at, gone.id, added.n, true from added join gone using (span) where gone.cut;
  select sum(n), count(*), max(n) into total, spans, longest from ship_spans where cut;
  if longest > 4 * greatest(500, sqrt(total)) or spans > 4 * greatest(1, total / greatest(500, sqrt(total))) then
    perform write_ship_spans();
  end if;
end $$;
select write_ship_spans();
