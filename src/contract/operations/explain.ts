import { DISCLAIMERS } from '../disclaimers.ts'
import { ExplainFact } from '../enums.ts'
import { choice } from '../list-parameters.ts'
import { definePublicRead } from '../operation.ts'
import { optional, required, slug, sourceId } from '../parameter.ts'
import { Explanation } from '../shapes/explanation.ts'
import { toInstant } from '../time.ts'
import { exampleScoringVersion, lumen, marketId, repository } from './example-lumen.ts'

const page = 'https://svc.example/api/projects/lumen/explain'
const read = toInstant('2026-11-20T09:50:00Z')
const concluded = toInstant('2026-11-12T10:00:00Z')
const confirmed = toInstant('2026-11-20T10:00:00Z')
const about = { project: lumen, scoringVersion: exampleScoringVersion }
const figure = { value: 1_250_000, kind: 'fdv', provider: 'dexscreener', observedAt: read } as const

const index: Explanation = {
  ...about,
  items: [
    { fact: 'market.valuation', state: 'DERIVED', url: `${page}?fact=market.valuation` },
    {
      ...{ fact: 'market_integrity.state', state: 'UNKNOWN', reason: 'WITHHELD' },
      url: `${page}?fact=market_integrity.state`,
    },
    {
      ...{ fact: 'source.counted', source: repository.id, state: 'FACT' },
      url: `${page}?fact=source.counted&source=${encodeURIComponent(repository.id)}`,
    },
  ],
  disclaimer: DISCLAIMERS.explanation,
}

const valuation: Explanation = {
  ...about,
  fact: 'market.valuation',
  state: 'DERIVED',
  value: figure,
  rule: {
    id: 'market.valuation@3',
    title: 'Valuation',
    text: 'The newest market cap is shown, or else the newest fully diluted value, with its kind, provider and time.',
  },
  inputs: [
    {
      ...{ name: 'figures', value: { provider: 'dexscreener', kind: 'fdv', usd: 1_250_000 } },
      ...{ source: marketId, observedAt: read },
    },
    { name: 'market', value: 'LIVE' },
  ],
  lineage: [
    { step: 'source', text: '1 source is cited.' },
    { step: 'reading', at: read, text: 'The inputs are of this time.' },
    { step: 'selection', at: confirmed, text: '2 inputs were known, none was unknown.' },
    {
      step: 'rule',
      at: confirmed,
      text: 'market.valuation@3 concluded it, and last confirmed it at this time.',
    },
    { step: 'published', at: concluded, text: 'It is public since this time.' },
  ],
  evidence: [{ id: marketId, url: `https://svc.example/api/evidence/${encodeURIComponent(marketId)}` }],
  evidenceTotal: 1,
  unknownInputs: [],
  evaluatedAt: concluded,
  confirmedAt: confirmed,
  disclaimer: DISCLAIMERS.explanation,
}

export const explain = definePublicRead({
  name: 'explain',
  operationId: 'explainFact',
  path: '/api/projects/{slug}/explain',
  input: {
    path: { slug: required(slug()) },
    query: {
      fact: optional(choice(ExplainFact, 'The fact to explain; without it, the index of facts')),
      source: optional(sourceId('The source, for fact source.counted')),
    },
  },
  output: Explanation,
  errors: ['source_required'],
  tag: 'Projects',
  summary: 'Explain a fact of a project',
  description:
    'How a shown value was concluded: the rule with its text, the inputs with their sources and times, the steps from the sources to publication, the evidence with its receipts, and what was unknown. Without `fact`, the index of the facts that can be explained. It is read from stored conclusions, and nothing is derived again. A former slug answers 308.',
  examples: [
    { name: 'index', summary: 'The facts that can be explained', input: { slug: 'lumen' }, answer: index },
    {
      name: 'valuation',
      summary: 'The valuation of a token',
      input: { slug: 'lumen', fact: 'market.valuation' },
      answer: valuation,
    },
  ],
})
