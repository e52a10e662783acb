import { READ_ENDPOINTS } from '../contract-items.ts'
import type { Row, Walk } from '../shown-items.ts'

const HTTP = 'src/surfaces/http'
const A2A = 'src/surfaces/a2a'
const OPERATIONS = 'test/contract/operations.test.ts'

/** Tests that ask every operation of a kind. */
export const ENDPOINT_WALKS: readonly Walk[] = [
  {
    name: 'described',
    items: ['*'],
    tests: [
      `${OPERATIONS} › agents case 39: $path is a route`,
      `${OPERATIONS} › agents case 39: has every operation with its refusals and its limits`,
      `${OPERATIONS} › every operation refuses an unknown key`,
    ],
  },
  {
    name: 'any request',
    items: ['*'],
    tests: [
      `${HTTP}/any-request.test.ts › any request gets one answer, as openapi.json describes it, and the same answer again`,
    ],
  },
  {
    name: 'methods',
    items: ['*'],
    tests: [`${HTTP}/methods.test.ts › a method that an address does not accept › $path`],
  },
  {
    name: 'answered',
    items: READ_ENDPOINTS,
    tests: [`${OPERATIONS} › of every operation are valid for an independent validator`],
  },
  {
    name: 'hidden',
    items: ['GET */{slug}*'],
    tests: [`${HTTP}/hidden.test.ts › hidden, draft and unknown projects have byte-identical answers`],
  },
  {
    name: 'accounts',
    items: ['* /api/webhooks*'],
    tests: [
      `${HTTP}/webhooks.test.ts › webhooks case 66: a held account gets 403 and keeps its subscriptions`,
    ],
  },
]

export const ENDPOINT_ROWS: readonly Row[] = [
  ...[
    ['/api/projects', 'projects', 'filters and orders'],
    ['/api/search/suggest', 'token', 'are at most eight published projects, exact matches first'],
    [
      '/api/projects/{slug}',
      'dossier',
      'a dossier has the identity, the sources and the coverage of a project',
    ],
    [
      '/api/projects/{slug}/explain',
      'explain',
      'has the value that card, dossier and lists show, byte for byte',
    ],
    [
      '/api/projects/{slug}/coverage',
      'explain',
      'coverage has the states of the dossier, with since, as of and meaning',
    ],
    [
      '/api/projects/{slug}/snapshot',
      'snapshot',
      'are absent from the snapshot exactly where they are absent there',
    ],
    ['/api/projects/{slug}/timeline', 'timeline', 'has each piece once, newest first, on one axis'],
    [
      '/api/projects/{slug}/contracts',
      'project-contracts',
      'are served as the contract endpoint serves each, deployments last',
    ],
    [
      '/api/projects/{slug}/built-on',
      'built-on',
      'what a project builds on is named both ways, with a receipt that resolves',
    ],
    [
      '/api/projects/{slug}/relationships',
      'relationships',
      'every edge has a state, nodes that are listed and evidence that resolves',
    ],
    [
      '/api/projects/{slug}/history',
      'history',
      'shows recorded days, says why a value was unknown, and leaves other days out',
    ],
    ['/api/projects/{slug}/diff', 'diff', 'gives the values of both days and their difference'],
    [
      '/api/projects/{slug}/market',
      'market',
      'gives each day and provider its figures with their times, and marks the running day',
    ],
    [
      '/api/ships',
      'ships',
      'lists ships of published projects newest first, with source, backing and weight',
    ],
    [
      '/api/builders',
      'builders',
      'R131: lists projects by rank, each with its parts and its rank without the unknown ones, and the same page for the same ranking',
    ],
    [
      '/api/chain/accelerating',
      'accelerating',
      'lists who accelerates, with both windows, and counts who was judged',
    ],
    [
      '/api/compare',
      'compare',
      'has the values of the card and the dossier byte for byte, in the order asked',
    ],
    ['/api/export/projects', 'exports', 'has each published project once, as its card in the list'],
    [
      '/api/export/ships',
      'exports',
      'has the ships of the list in its order, without those of hidden projects',
    ],
    [
      '/api/export/projects/{slug}/history',
      'history-export',
      'has each recorded day of the history, as it is there',
    ],
    [
      '/api/token/{chainId}/{address}',
      'token',
      'of a published token names the project, its activity in words and its newest ship',
    ],
    [
      '/api/svc/profile',
      'token-profile',
      'after launch the records of its contract and its project are shown',
    ],
    [
      '/api/contracts/{chainId}/{address}',
      'contracts',
      'that was read has every section, with addresses in lower case',
    ],
    ['/api/v1/builder', 'builder', 'a published token answers its Partner Card'],
    ['/api/v1/scan', 'scan', '%s is an answer, not an error'],
    ['/api/changes', 'changes', 'pages in ledger order continue at nextCursor, also after the last event'],
    ['/api/evidence/{id}', 'evidence', 'a recorded %s answers its receipt'],
    [
      '/api/reports/monthly',
      'monthly-reports',
      'the list has each month with an address that answers, newest first',
    ],
    [
      '/api/reports/monthly/{month}',
      'monthly-reports',
      'a report has its days and counts, and never names a hidden project',
    ],
    [
      '/schemas/agent-research-receipt.v1.json',
      'receipt-bodies',
      'agents case 55: the schema is served at its own address, cacheable, under its own media type',
    ],
    [
      '/api/webhooks',
      'webhook-list',
      'the list has the subscriptions of the account alone, oldest first, and what can be subscribed to',
    ],
    ['/api/webhooks/{id}', 'webhook-list', 'a renamed project is shown by its current slug'],
    [
      '/api/webhooks/{id}/deliveries',
      'webhook-deliveries',
      'has every attempt with its status code or reason, latency and excerpt',
    ],
    ['/api/status', 'changes', 'the service status has the head of the ledger'],
    [
      '/developers/changelog',
      'changelog',
      'the page has the policy of versioning, and every day of CHANGELOG.md, newest first',
    ],
    [
      '/developers/changelog/feed.xml',
      'changelog',
      'the feed has the newest entries with their own guids, and 304 for an ETag',
    ],
    [
      '/llms.txt',
      'discovery',
      'agents case 64: llms.txt begins with its title, is under 8 KB, and each of its links answers',
    ],
    [
      '/.well-known/security.txt',
      'discovery',
      'agents case 64: security.txt has the configured contact and one Expires within a year',
    ],
    [
      '/.well-known/api-catalog',
      'discovery',
      'the API catalog is a linkset whose links answer; HEAD names it in its link header',
    ],
    [
      '/.well-known/ai-catalog.json',
      'discovery',
      'the AI catalog names the cards and the API description, and each answers',
    ],
    [
      '/mcp/server-card',
      'discovery',
      'the card of the MCP server is beside its endpoint, in its own media type',
    ],
    [
      '/feed/ships.xml',
      'ship-feed',
      'lists counted ships of published projects with their source, well-formed for an independent parser',
    ],
    [
      '/api/share/chain-day',
      'chain-day',
      'R119: a written day says of how many measured projects each count is, and what was not measured',
    ],
    ['/badge/{slug}.svg', 'project', 'is an image with text, and any cache may store it for a minute'],
    [
      '/api',
      'api-index',
      'the index starts with the agent contract and names the Partner Card as the read by contract',
    ],
    ['/api/agent', 'api-index', 'the agent contract names the parameters that it ignores'],
    ['/api/agent/stats', 'agent-stats', 'counts answered calls of a capability, cached or not'],
    ['/api/agent/{capability}', 'agent', '%s answers with claims that are citable, within its bytes'],
    ['/healthz', 'health', 'R100: health follows whether the database is reachable, at once'],
  ].map(([path, file, title]) => ({ items: [`GET ${path}`], tests: [`${HTTP}/${file}.test.ts › ${title}`] })),
  {
    items: ['GET /api/status'],
    tests: [
      'src/views/service-status.test.ts › a pipeline that %s',
      'src/records/collecting/status.test.ts › counts a stream as fresh within three cadences',
    ],
  },
  {
    items: ['GET /openapi.json'],
    tests: [`${OPERATIONS} › is served as committed, except for the address`],
  },
  {
    items: ['GET /openapi-3.0.json'],
    tests: ['test/contract/openapi.test.ts › has nothing in OpenAPI 3.0 that only 3.1 has'],
  },
  {
    items: ['GET /projects/{slug}'],
    tests: ['src/surfaces/pages/pages.test.ts › R75: shows figures of the API, equal to its answers'],
  },
  {
    items: ['GET /.well-known/agent-card.json'],
    tests: [
      `${A2A}/agent-card.test.ts › agents case 35: the card has every field that A2A requires, and none that it does not know`,
    ],
  },
]
