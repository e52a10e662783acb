import { DISCLAIMERS } from '../disclaimers.ts'
import type { Slug } from '../ids.ts'
import { definePublicRead } from '../operation.ts'
import { required, slug } from '../parameter.ts'
import { BuiltOn } from '../shapes/built-on.ts'
import type { ProjectReference } from '../shapes/project-reference.ts'
import { Relationships } from '../shapes/relationships.ts'
import { type CalendarDate, toInstant } from '../time.ts'
import { lumen, lumenToken, repository } from './example-lumen.ts'

const gantry: ProjectReference = {
  slug: 'gantry' as Slug,
  name: 'Gantry',
  url: 'https://svc.example/projects/gantry',
}

export const builtOn = definePublicRead({
  name: 'builtOn',
  operationId: 'getBuiltOn',
  path: '/api/projects/{slug}/built-on',
  input: { path: { slug: required(slug()) }, query: {} },
  output: BuiltOn,
  tag: 'Project records',
  summary: 'Get what a project builds on',
  description:
    'The projects that a project builds on, and those that build on it, as reviewed statements with their evidence; at most 100 each way. Never a partnership and never an interaction on the chain. Another project that is not published is not named. A former slug answers 308.',
  examples: [
    {
      name: 'both',
      summary: 'A project that builds on another',
      input: { slug: 'lumen' },
      answer: {
        project: lumen,
        buildsOn: {
          state: 'MEASURED',
          items: [
            {
              project: gantry,
              statement: 'The documentation describes how payments are held in the vaults of Gantry.',
              url: 'https://lumen.example/docs',
              statedOn: '2026-10-20' as CalendarDate,
              by: 'operator',
              evidenceId: 'claim:4a5e9c77-2f4d-5a60-b8c3-1d2e3f405180',
              observedAt: toInstant('2026-10-21T10:00:00Z'),
            },
          ],
          ...{ total: 1, truncated: false },
        },
        builtOnBy: { state: 'NOT_RESEARCHED' },
        disclaimer: DISCLAIMERS.relationships,
      },
    },
  ],
})

const evaluated = toInstant('2026-11-20T10:00:00Z')
const read = toInstant('2026-11-20T09:50:00Z')
const [own, token, code] = [
  'project:lumen',
  `contract:4663:${lumenToken.contract}`,
  'repository:lumen-labs/lumen',
]

const example: Relationships = {
  project: lumen,
  nodes: [
    { id: own, kind: 'project', name: 'Lumen', url: lumen.url },
    { id: token, kind: 'token', name: lumenToken.contract, contract: lumenToken.contract },
    { id: code, kind: 'repository', name: repository.locator, url: 'https://github.com/lumen-labs/lumen' },
    { id: 'provider:geckoterminal', kind: 'provider', name: 'geckoterminal' },
    { id: 'project:gantry', kind: 'project', name: 'Gantry', url: gantry.url },
  ],
  edges: [
    {
      ...{ kind: 'token', from: own, to: token, state: 'DERIVED', rule: 'token.verification@3' },
      evidence: ['claim:4a5e9c77-2f4d-5a60-b8c3-1d2e3f405181'],
      ...{ observedAt: evaluated, tokenVerification: 'VERIFIED' },
    },
    {
      ...{ kind: 'official_repository', from: own, to: code, state: 'FACT', evidence: [repository.id] },
      ...{ observedAt: read, establishedBy: 'mutual' },
    },
    {
      ...{ kind: 'market_reading', from: token, to: 'provider:geckoterminal' },
      ...{ state: 'UNKNOWN', reason: 'SOURCE_UNAVAILABLE' },
      evidence: ['source:7c1e9c77-2f4d-5a60-b8c3-1d2e3f405164'],
      observedAt: toInstant('2026-08-12T12:00:00Z'),
    },
    {
      ...{ kind: 'builds_on', from: own, to: 'project:gantry', state: 'FACT' },
      evidence: ['claim:4a5e9c77-2f4d-5a60-b8c3-1d2e3f405180'],
      observedAt: toInstant('2026-10-21T10:00:00Z'),
    },
  ],
  notHeld: [{ kind: 'contract_interaction', reason: 'Calls between contracts are not recorded.' }],
  bounds: [{ part: 'contracts', shown: 1, total: 1 }],
  truncated: false,
  asOf: evaluated,
  disclaimer: DISCLAIMERS.relationships,
}

export const relationships = definePublicRead({
  name: 'relationships',
  operationId: 'getRelationships',
  path: '/api/projects/{slug}/relationships',
  input: { path: { slug: required(slug()) }, query: {} },
  output: Relationships,
  tag: 'Project records',
  summary: 'Get the relationships of a project',
  description:
    'A graph of the first degree: token, contracts and proxy targets, official repositories, sites, documentation and packages, launchpad and registry listings, readings that corroborate them, and reviewed relations to other projects. Every edge has its state, evidence and observation time. No account is a node, and no edge is a partnership; notHeld says what is not recorded. At most 100 contracts, 50 statements about the token and 100 relations each way; bounds counts them. A former slug answers 308.',
  examples: [
    {
      name: 'graph',
      summary: 'A project with its token, repository and a relation',
      input: { slug: 'lumen' },
      answer: example,
    },
  ],
})
