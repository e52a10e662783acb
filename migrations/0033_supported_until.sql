-- A conclusion is told for a limited time after the last reading that supports it. A measured one says when that was; an
-- unknown one needs no reading. Of a conclusion stored before, the reading that its latest inputs name is known, or else
-- the evaluation that confirmed it last.
alter table evaluations add column supported_until timestamptz;
update evaluations set supported_until = least(confirmed_at,
    coalesce((coalesce(latest_inputs, inputs) ->> 'observedAt')::timestamptz, confirmed_at))
  where state = 'MEASURED';
alter table evaluations add check ((state = 'MEASURED') = (supported_until is not null));
