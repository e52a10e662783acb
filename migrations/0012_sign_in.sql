create table passkeys (
  id uuid primary key,
  account_id uuid not null references accounts,
  credential_id bytea not null unique check (octet_length(credential_id) between 1 and 1023),
  public_key bytea not null check (octet_length(public_key) between 1 and 8192),
  -- the authenticator's counter of signatures; many authenticators always say 0
  counter bigint not null check (counter >= 0),
  transports text[] not null check (cardinality(transports) <= 16),
  name text not null check (name = btrim(name) and length(name) between 1 and 100 and name !~ '[[:cntrl:]]'),
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_account on passkeys (account_id);

-- Only digests of session tokens, recovery codes and invitations are stored.
create table account_sessions (
  digest bytea primary key check (octet_length(digest) = 32),
  account_id uuid not null references accounts,
  origin text not null check (origin <> ''),
  created_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > created_at)
);
create index account_sessions_account on account_sessions (account_id, created_at);
create index account_sessions_expiry on account_sessions (expires_at);

create table recovery_codes (
  account_id uuid primary key references accounts,
  digest bytea not null unique check (octet_length(digest) = 32),
  created_at timestamptz not null
);

-- An invitation is used once: its account is made, or gets one more passkey.
create table account_invitations (
  account_name text primary key
    check (account_name = btrim(account_name) and length(account_name) between 1 and 100
      and account_name !~ '[[:cntrl:]]'),
  digest bytea not null unique check (octet_length(digest) = 32),
  key_tier smallint not null check (key_tier between 1 and 3),
  created_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > created_at)
);

-- The open challenge of a browser, by the digest of its cookie. A challenge is deleted when it is answered.
create table passkey_challenges (
  browser bytea primary key check (octet_length(browser) = 32),
  purpose text not null check (purpose in ('sign_up', 'sign_in', 'add_passkey')),
  challenge text not null check (challenge <> ''),
  -- the account that the passkey will belong to; a challenge to sign in names none
  account_id uuid check ((account_id is null) = (purpose = 'sign_in')),
  created_at timestamptz not null,
  -- the order in which challenges were opened, whatever the clock says
  number bigint generated always as identity unique
);
create index passkey_challenges_age on passkey_challenges (created_at);

-- Sign-ups of the last day without an invitation, to limit those of a client and of all.
create table sign_ups (
  client text not null check (client <> ''),
  signed_up_at timestamptz not null
);
create index sign_ups_age on sign_ups (signed_up_at);
