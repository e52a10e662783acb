-- Why the valuation of a market day is withheld, as it was when the day was written: a dead market is dead until a reading
-- shows otherwise, also at the end of a day whose status was unknown.
alter table market_days add column withheld text check (withheld in ('LIQUIDITY_GONE', 'NO_TRADING'));
alter table market_days disable trigger market_days_written_once;
update market_days set withheld = market_status where market_status in ('LIQUIDITY_GONE', 'NO_TRADING');
alter table market_days enable trigger market_days_written_once;
