import { PARAMETERS, READ_ENDPOINTS } from '../contract-items.ts'
import type { Row, Walk } from '../shown-items.ts'

const HTTP = 'src/surfaces/http'
const INPUT = 'src/surfaces/input.test.ts'
const SCAN_LIST = `${HTTP}/scan-batch.test.ts › agents case 45: a list of tokens answers one card for each input, in order, with repetitions`
const SHIP_FILTERS = `${HTTP}/ships.test.ts › filters by project, kind and days`
const CHAIN_AND_ADDRESS = 'of chain %s and %s is refused'

/** Tests that ask every parameter of the registry. */
export const PARAMETER_WALKS: readonly Walk[] = [
  {
    name: 'malformed',
    items: READ_ENDPOINTS.map((endpoint) => `${endpoint} *`).filter((pattern) =>
      PARAMETERS.some((item) => item.startsWith(pattern.slice(0, -1))),
    ),
    tests: [
      `${HTTP}/malformed-parameters.test.ts › \${title}: refuses malformed values`,
      `${HTTP}/malformed-parameters.test.ts › \${title}: refuses two values, even equal ones`,
    ],
  },
  {
    name: 'renamed',
    items: ['GET */{slug}* slug'],
    tests: [
      `${HTTP}/project.test.ts › agents case 44: answers 308 to its current slug in one hop, with path and query`,
    ],
  },
  {
    name: 'hidden',
    items: ['GET */{slug}* slug'],
    tests: [`${HTTP}/hidden.test.ts › hidden, draft and unknown projects have byte-identical answers`],
  },
]

const LISTED = [
  { parameter: 'tab', query: '?tab=shipping-now' },
  { parameter: 'kind', query: '?kind=app' },
  { parameter: 'status', query: '?status=UNKNOWN' },
  { parameter: 'narrative', query: '?narrative=ai' },
  { parameter: 'launchpad', query: '?launchpad=pons' },
  { parameter: 'has', query: '?has=token,ship' },
  { parameter: 'sort', query: '?sort=newest' },
]

export const PARAMETER_ROWS: readonly Row[] = [
  ...LISTED.map(({ parameter, query }) => ({
    items: [`GET /api/projects ${parameter}`],
    tests: [`${HTTP}/projects.test.ts › filters and orders › ${query}`],
  })),
  {
    items: ['GET /api/projects q'],
    tests: [
      `${HTTP}/projects.test.ts › search › harbour alpha`,
      `${HTTP}/projects.test.ts › agents case 43: names ignored parameters; query is an alias of q`,
    ],
  },
  {
    items: ['GET /api/projects limit|offset'],
    tests: [
      `${HTTP}/projects.test.ts › pages cover the list; an offset past its end is an empty page with the total`,
      `${HTTP}/projects.test.ts › %s is refused › ?{}=`,
    ],
  },
  {
    items: ['GET /api/projects claims', 'GET /api/v1/scan claims'],
    tests: ['test/contract/claims.test.ts › claims=none omits the claims of'],
  },
  {
    items: ['GET /api/builders claims'],
    tests: [
      `${HTTP}/builders.test.ts › claims=none leaves out the claim notes, and other parameters are named`,
    ],
  },
  {
    items: ['GET /api/compare claims'],
    tests: [`${HTTP}/compare.test.ts › claims=none leaves out the claim notes`],
  },
  {
    items: ['GET /api/export/projects claims'],
    tests: [`${HTTP}/exports.test.ts › leaves out the claim notes with claims=none`],
  },
  {
    items: ['GET /api/export/projects format', 'GET /api/export/ships format'],
    tests: [`${HTTP}/exports.test.ts › in CSV`, `${HTTP}/exports.test.ts › refuses %s › ?format=xml`],
  },
  {
    items: ['GET /api/export/ships project'],
    tests: [`${HTTP}/history-export.test.ts › the export of ships has with a project its ships alone`],
  },
  {
    items: ['GET /api/export/projects/{slug}/history slug|series|from|to|format'],
    tests: [
      `${HTTP}/history-export.test.ts › refuses what the history refuses, and leads a former slug to the current one`,
      `${HTTP}/history-export.test.ts › in CSV an unknown day has an empty value and its reason, never zero`,
    ],
  },
  {
    items: ['GET /api/search/suggest q'],
    tests: [`${HTTP}/token.test.ts › are at most eight published projects, exact matches first`],
  },
  {
    items: ['GET /api/projects/{slug} slug', 'GET /projects/{slug} slug', 'GET /badge/{slug}.svg slug'],
    tests: [
      `${HTTP}/project.test.ts › agents case 44: answers 308 to its current slug in one hop, with path and query`,
      `${HTTP}/project.test.ts › refuses malformed slugs, also percent-encoded ones`,
    ],
  },
  {
    items: ['GET /badge/{slug}.svg theme'],
    tests: [
      `${HTTP}/project.test.ts › refuses an unknown theme`,
      'src/views/badge.test.ts › %s has its colours',
    ],
  },
  {
    items: ['GET /api/projects/{slug}/explain slug'],
    tests: [`${HTTP}/explain.test.ts › a former slug answers 308 to the same address under the current one`],
  },
  {
    items: ['GET /api/projects/{slug}/explain fact'],
    tests: [
      `${HTTP}/explain.test.ts › has the value that card, dossier and lists show, byte for byte`,
      `${HTTP}/explain.test.ts › %s is refused with %s › fact=market.price`,
      `${HTTP}/explain.test.ts › the index lists every fact and every source`,
    ],
  },
  {
    items: ['GET /api/projects/{slug}/explain source'],
    tests: [
      `${HTTP}/explain.test.ts › source.counted › is a fact from the record of the source`,
      `${HTTP}/explain.test.ts › is 404 for a source of another project, one that is unknown and one that was detached`,
    ],
  },
  {
    items: ['GET /api/projects/{slug}/coverage slug'],
    tests: [
      `${HTTP}/explain.test.ts › a former slug answers 308 to the same address under the current one › coverage`,
    ],
  },
  {
    items: ['GET /api/projects/{slug}/snapshot slug'],
    tests: [`${HTTP}/snapshot.test.ts › a former slug answers 308 to the snapshot`],
  },
  {
    items: ['GET /api/projects/{slug}/timeline slug'],
    tests: [
      `${HTTP}/timeline.test.ts › a former slug answers 308 with the query; a parameter that is not read is named`,
    ],
  },
  {
    items: ['GET /api/projects/{slug}/timeline lens'],
    tests: [`${HTTP}/timeline.test.ts › has the evidence of the lens %s alone`],
  },
  {
    items: ['GET /api/projects/{slug}/timeline limit|before'],
    tests: [
      `${HTTP}/timeline.test.ts › follows nextCursor through every page`,
      `${HTTP}/timeline.test.ts › %s is refused with %s › {}=`,
    ],
  },
  {
    items: ['history', 'diff', 'market'].map((read) => `GET /api/projects/{slug}/${read} slug`),
    tests: [`${HTTP}/history.test.ts › is 308 to the current slug, with its query`],
  },
  {
    items: ['GET /api/projects/{slug}/history series|from|to'],
    tests: [`${HTTP}/history.test.ts › 400 days are answered`, `${HTTP}/history.test.ts › %s is 400 › {}=`],
  },
  {
    items: ['GET /api/projects/{slug}/diff from|to'],
    tests: [
      `${HTTP}/diff.test.ts › gives the values of both days and their difference`,
      `${HTTP}/diff.test.ts › %s is 400 › {}=2026-11-01`,
    ],
  },
  {
    items: ['GET /api/projects/{slug}/market days'],
    tests: [`${HTTP}/market.test.ts › days=%s`, `${HTTP}/market.test.ts › days=%s is 400`],
  },
  { items: ['GET /api/ships project|kind|since|until'], tests: [SHIP_FILTERS] },
  {
    items: ['GET /api/ships limit|offset'],
    tests: [
      `${HTTP}/ships.test.ts › pages by nextOffset list each ship once`,
      `${HTTP}/ships.test.ts › ?{}=`,
    ],
  },
  {
    items: ['GET /api/builders filter'],
    tests: [`${HTTP}/builders.test.ts › filters by what is concluded, with an exact total`],
  },
  {
    items: ['GET /api/builders q|limit|offset'],
    tests: [`${HTTP}/builders.test.ts › searches names, and pages`],
  },
  {
    items: ['GET /api/chain/accelerating limit|offset'],
    tests: [`${HTTP}/accelerating.test.ts › leaves out ended signals and hidden projects, and pages`],
  },
  {
    items: ['GET /api/compare slugs'],
    tests: [
      `${HTTP}/compare.test.ts › has the values of the card and the dossier byte for byte, in the order asked`,
      `${HTTP}/compare.test.ts › refuses the slugs %j`,
    ],
  },
  {
    items: ['GET /api/token/{chainId}/{address} chainId|address'],
    tests: [`${HTTP}/token.test.ts › ${CHAIN_AND_ADDRESS}`],
  },
  {
    items: ['GET /api/contracts/{chainId}/{address} chainId|address'],
    tests: [`${HTTP}/contracts.test.ts › ${CHAIN_AND_ADDRESS}`],
  },
  {
    items: ['GET /api/v1/builder token', 'GET /api/v1/scan token'],
    tests: [
      `${INPUT} › %s?%s is refused with %s › token=0x12`,
      `${HTTP}/scan-batch.test.ts › agents case 45: each refusal of the partner reads has its own status and code`,
    ],
  },
  {
    items: ['GET /api/v1/builder chain'],
    tests: [`${INPUT} › %s?%s is refused with %s › &chain=1\``],
  },
  {
    items: ['GET /api/v1/scan chain'],
    tests: [`${HTTP}/scan-batch.test.ts › answers found false for another chain`],
  },
  {
    items: ['GET /api/v1/scan tokens'],
    tests: [SCAN_LIST, `${HTTP}/scan-batch.test.ts › answers thirty tokens`],
  },
  {
    items: ['GET /api/v1/builder integration', 'GET /api/v1/scan integration'],
    tests: [
      `${INPUT} › integration %s with header %s is %s`,
      'src/views/partner-card.test.ts › the link of integration %s',
    ],
  },
  {
    items: ['GET /api/changes after|before|cursor'],
    tests: [
      `${HTTP}/changes.test.ts › browses newest first, and each page continues in the same mode`,
      `${INPUT} › %s?%s is refused with %s › '{}=`,
    ],
  },
  {
    items: ['GET /api/changes detectedSince'],
    tests: ['src/ledger/feed.test.ts › from the first event recorded at or after an instant %s'],
  },
  {
    items: ['GET /api/changes project'],
    tests: [
      `${HTTP}/changes.test.ts › an event names its project and page; a former slug finds it like the current one`,
    ],
  },
  {
    items: ['GET /api/changes contract|domain|type'],
    tests: [
      `${HTTP}/changes.test.ts › filters apply to retractions too, which name nothing`,
      'src/ledger/feed.test.ts › both orders return the same events for %s',
      `${INPUT} › %s?%s is refused with %s › {}=`,
    ],
  },
  {
    items: ['GET /api/changes since|until'],
    tests: [
      `${HTTP}/changes.test.ts › since and until accept an instant, or a date as its start and its end`,
    ],
  },
  {
    items: ['GET /api/changes limit'],
    tests: [`${INPUT} › agents case 41: limit takes decimal digits in its range, once`],
  },
  {
    items: ['GET /api/evidence/{id} id'],
    tests: [`${HTTP}/evidence.test.ts › %s is refused as no evidence id`],
  },
  {
    items: ['GET /api/reports/monthly/{month} month'],
    tests: [`${HTTP}/monthly-reports.test.ts › the month %s answers %d`],
  },
  {
    items: ['GET /api/share/chain-day day|format'],
    tests: [`${HTTP}/chain-day.test.ts › %s answers %d › {}=`],
  },
]
