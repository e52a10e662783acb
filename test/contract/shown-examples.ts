/**
 * Examples of the methodology that a test elsewhere shows: the first words of the example, the file of the test, and
 * words of the test's title.
 */
export const SHOWN: readonly (readonly [string, string, string])[] = [
  [
    'A project is ACTIVE, read and evaluated',
    'src/evaluate/days.test.ts',
    '[R113] days after the end of a conclusion are STALE, and stay so when it is found again',
  ],
  [
    'A project whose last ship is six',
    'src/evaluate/rule-change.test.ts',
    'a change together with a new version is announced',
  ],
  [
    'Five of a hundred sites',
    'src/collectors/long-failures.test.ts',
    'sources that fail for good are no outage of their provider',
  ],
  [
    'A provider lists a pool of $50,000 and one of $3,000, and then only',
    'src/domain/market/unlisted-pools.test.ts',
    '72 hours after the last listing of the deep pool the status is unknown',
  ],
  [
    'A LIVE market has a pool of $240,000 and one of $1,000',
    'src/domain/market/unlisted-pools.test.ts',
    'trades in a pool that the provider cannot price are not no trades',
  ],
  [
    'A provider lists a pool of $50,000 and one of $3,000 for a week',
    'src/domain/market/signals.test.ts',
    'a pool that is not listed is not known to be empty',
  ],
  ['A proxy answers 404', 'src/collectors/outage.test.ts', '%s within a day of their last answer'],
  ['A proxy goes from A to B', 'src/domain/ships/ship-groups.test.ts', 'returns to an implementation'],
  [
    'Ten commits of two finished weeks',
    'src/collectors/github/rewritten.test.ts',
    'rebased and pushed by force count once',
  ],
  ['The commits `stats: 4`', 'src/collectors/github/commits.test.ts', 'a script committing every 25 minutes'],
  [
    '`latest` is deleted each night',
    'src/collectors/github/republished.test.ts',
    'a rolling release that is made again of another commit is a new release',
  ],
  ['A script publishes', 'src/collectors/github/release-changes.test.ts', 'commits of bots alone'],
  [
    'A project is SHIPPING, is not',
    'src/domain/ledger/announced-moves.test.ts',
    'the same status after unknown',
  ],
  [
    'A project ships more than 95',
    'src/domain/attention/gap.test.ts',
    'ranks a cohort of twenty by the share of the others below',
  ],
  [
    'A project ships more than half',
    'src/domain/attention/radar.test.ts',
    'weighs building, use and research level',
  ],
  [
    'The code host refuses requests',
    'src/domain/ships/activity.test.ts',
    'a limit on all repositories for 6 hours',
  ],
  [
    "The site's footer names",
    'src/domain/project/verification.test.ts',
    'its site names another as its token',
  ],
  [
    'A token is CREATED when it is first read',
    'test/flows/launch-stages.long.test.ts',
    'a reading that fails moves nothing; the stage is told when the chain answers again',
  ],
  [
    '`llms.txt` lists one new guide',
    'src/domain/site/declarations.test.ts',
    'compares readings across an outage',
  ],
  [
    'A site shows a notice of maintenance',
    'src/domain/site/declarations.test.ts',
    'that lacks everything once',
  ],
  ['Two providers read $20,000', 'src/domain/market/integrity.test.ts', 'providers apart in liquidity'],
  [
    'One provider gives an FDV',
    'src/domain/market/valuation.test.ts',
    'a market cap before a larger and newer FDV',
  ],
  ['A token listed on Monday', 'src/records/attention/registry-listings.test.ts', 'listed as before'],
  [
    'A branch with a commit a day',
    'src/collectors/github/late-merge.test.ts',
    'after a late merge, every day has the commits that git counts',
  ],
  [
    'A proxy with 40 calls a day',
    'src/domain/contracts/contract-use.test.ts',
    'upgraded on the last of the seven days to code that is not verified',
  ],
  [
    'The explorer was last read',
    'src/domain/contracts/contract-use-held.test.ts',
    'the explorer away for longer',
  ],
  [
    'Two upgrades of one proxy',
    'src/evaluate/chain-days.test.ts',
    'ships that count, and each implementation change of the ledger',
  ],
  ['12 decoded calls in one week', 'src/domain/contracts/contract-use.test.ts', 'usage changed: %s'],
  [
    'In October one project publishes',
    'src/evaluate/monthly-reports.test.ts',
    'counts ships that count and that a source dates',
  ],
  ['A week at $20,000', 'src/domain/market/signals.test.ts', 'twice the liquidity of the week, on two days'],
  ['A status is ACTIVE at the end', 'src/evaluate/days.test.ts', 'and says why a value was unknown'],
]
