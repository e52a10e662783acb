import { expect } from 'vitest'

type Body = Readonly<Record<string, unknown>>
const section = (body: Body, name: string) => body[name] as Body
const without = (body: Body, ...names: readonly string[]): Body =>
  Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)))
const only = (body: Body, names: readonly string[]): Body =>
  Object.fromEntries(names.filter((name) => name in body).map((name) => [name, body[name]]))

const IDENTITY = [
  'slug',
  'name',
  'url',
  'description',
  'kind',
  'launchpad',
  'narratives',
  'formerSlugs',
  'token',
  'publishedAt',
]
const BUILD = [
  'status',
  'statusLabel',
  'statusHelp',
  'activityMeasured',
  'lastActivityAt',
  'lastShip',
  'meaningfulShips30d',
  'meaningfulShips30dAsOf',
]
const FIGURES = ['liquidity', 'volume24h', 'marketDoubt']
const VERIFICATION = [
  'tokenVerification',
  'tokenVerificationReason',
  'activityAppliesToToken',
  'researchLevel',
  'verifiedBuilder',
]

/** Expects that a snapshot has exactly the fields and values of the dossier, and those of the card in a list. */
export function expectSameFigures(shown: {
  readonly snapshot: Body
  readonly dossier: Body
  readonly card: Body
}): void {
  const { snapshot, dossier, card } = shown
  expect(section(snapshot, 'identity')).toEqual(only(dossier, IDENTITY))
  expect(without(section(snapshot, 'build'), 'state')).toEqual({
    ...only(dossier, BUILD),
    ...section(dossier, 'score'),
  })
  expect(without(section(snapshot, 'market'), 'state', 'integrity')).toEqual({
    ...section(dossier, 'market'),
    ...only(dossier, FIGURES),
  })
  expect(without(section(snapshot, 'verification'), 'state')).toEqual(only(dossier, VERIFICATION))
  expect(snapshot['coverage']).toEqual(dossier['coverage'])
  expect(without(section(snapshot, 'claims'), 'onChainUse', 'locks')).toEqual(dossier['claims'])
  expect(section(snapshot, 'freshness')['asOf']).toEqual(dossier['asOf'])
  const all = { ...section(snapshot, 'build'), ...section(snapshot, 'verification') }
  const names = [...BUILD, ...VERIFICATION].filter(
    (name) => !['statusHelp', 'tokenVerificationReason'].includes(name),
  )
  expect(only(all, names)).toEqual(only(card, names))
  const market = section(snapshot, 'market')
  expect([market['valuation'], market['valuationWithheld']]).toEqual([
    card['marketCap'],
    card['valuationWithheld'],
  ])
  expect(only(market, FIGURES)).toEqual(only(card, FIGURES))
}
