-- How agents use the service, as counts a day. No row names a caller or a question.
create table agent_calls (
  day date not null,
  surface text not null check (surface in ('rest', 'mcp', 'a2a')),
  -- the capability, or the tool of MCP: names of the service
  capability text not null check (length(capability) between 1 and 64),
  calls bigint not null check (calls > 0),
  primary key (day, surface, capability)
);

-- The integrations that callers declared. Names beyond the first of a day count as `other`.
create table agent_integrations (
  day date not null,
  integration text not null check (length(integration) between 1 and 65),
  calls bigint not null check (calls > 0),
  primary key (day, integration)
);
