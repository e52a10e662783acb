import type { ObjectWords } from './words.ts'

/** Words for fields that mean the same in every object, by the name of the field. */
export const NAME_WORDS: ObjectWords = {
  attachedAt: 'When the service registered the source',
  badgeUrl: 'Address of the status badge, an SVG image',
  badge_url: 'Address of the status badge, an SVG image',
  chainId: 'Number of the chain, always 4663',
  contract: 'Address of the contract, 0x and 40 lower-case hexadecimal digits',
  contract_address: 'Address of the contract that was asked for, lower-cased',
  day: 'The UTC day that the values are of',
  decimals: 'Number of decimals of the token, as the contract returns it',
  detectedAt: 'When the service first knew of it',
  detected_at: 'When the service first knew of it',
  disclaimer: 'What the answer does not say, in one sentence: show it with what you show',
  establishedUrl: 'Address at which the attribution can be checked; null or absent where no address shows it',
  evidenceId: 'Evidence id of the record: /api/evidence/{id} answers its receipt',
  evidence_id: 'Evidence id of the record: /api/evidence/{id} answers its receipt',
  lastActivityAt: 'When the newest dated ship happened',
  last_activity_at: 'When the newest dated ship happened',
  lastTriedAt: 'When it was last asked, whether it answered or not; null or absent before the first time',
  launchpad: 'Name of the launchpad on which the token was launched',
  locator:
    'What is read: owner/name of a repository, name of a package, origin of a site, or address of a contract or an account',
  observedAt: 'When it was last read',
  provider: 'Name of the provider that was read, for example dexscreener',
  publishedAt: 'When the project was published here',
  scoringVersion: 'Version of the rules in force together; it changes when one of them does',
  slug: 'Current slug of the project, as other reads take it',
  transaction: 'Hash of the transaction, 0x and 64 hexadecimal digits',
}
