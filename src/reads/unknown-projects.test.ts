import fc from 'fast-check'
import { expect, test } from 'vitest'
import { unknown } from '#contract/claim.ts'
import { CoverageState } from '#contract/enums.ts'
import { parseAddress } from '#contract/ids.ts'
import type { CardEvidence } from '#domain/project/card-evidence.ts'
import { KNOWN } from '#test/given/card-evidence.ts'
import { type GivenListing, storeListed, tokenOf } from '#test/given/listed-project.ts'
import { httpServiceOfFile } from '#test/service/file-service.ts'

const service = await httpServiceOfFile()

/** The fields of a card and of a token lookup, by claim. */
const CLAIMS = {
  lastActivityAt: [['lastActivityAt'], []],
  meaningfulShips30d: [['meaningfulShips30d'], []],
  latestMeaningfulShip: [['lastShip'], ['lastShip']],
  tokenVerification: [['tokenVerification', 'activityAppliesToToken'], ['tokenVerification']],
  researchLevel: [['researchLevel', 'verifiedBuilder'], ['researchLevel']],
  market: [['marketStatus'], []],
} as const satisfies Partial<Record<keyof CardEvidence, readonly [readonly string[], readonly string[]]>>
const NAMES = Object.keys(CLAIMS) as readonly (keyof typeof CLAIMS)[]
const REASONS = CoverageState.enum.filter((state) => state !== 'MEASURED')

const FIGURES = ['marketCap', 'liquidity', 'volume24h'] as const
const DETAILS = ['description', 'kind', 'launchpad'] as const

const given = fc.record({
  unheld: fc.dictionary(fc.constantFrom(...NAMES), fc.constantFrom(...REASONS)),
  figures: fc.record(
    { marketCap: fc.integer({ min: 1 }), liquidity: fc.nat(), volume24h: fc.nat() },
    { requiredKeys: [] },
  ),
  details: fc.record(
    { description: fc.constant('Swaps.'), kind: fc.constant('app'), launchpad: fc.constant('pons') },
    { requiredKeys: [] },
  ),
  narratives: fc.subarray(['ai', 'relay']),
})

let stored = 0

async function store(of: typeof given extends fc.Arbitrary<infer T> ? T : never) {
  stored += 1
  const evidence = {
    ...KNOWN,
    ...Object.fromEntries(Object.entries(of.unheld).map(([name, reason]) => [name, unknown(reason)])),
  }
  const listing: GivenListing = {
    project: of.details,
    token: { address: tokenOf(5000 + stored) },
    listed: { narratives: of.narratives },
    evidence,
    ...of.figures,
  }
  return { slug: await storeListed(listing, service.database), address: parseAddress(tokenOf(5000 + stored)) }
}

test('exactly the unknown fields are absent from card, dossier and lookup', async () => {
  await fc.assert(
    fc.asyncProperty(given, async (of) => {
      const { slug, address } = await store(of)
      const list = (await service.get(`/api/projects?q=${address}`)).body
      const [card] = list['items'] as readonly Record<string, unknown>[]
      const dossier = (await service.get(`/api/projects/${slug}`)).body
      const lookup = (await service.get(`/api/token/4663/${address}`)).body
      const project = lookup['project'] as object
      const expected: [string, boolean][] = [
        ...NAMES.flatMap((name) =>
          CLAIMS[name][0].map((field): [string, boolean] => [field, of.unheld[name] === undefined]),
        ),
        ...FIGURES.map((name): [string, boolean] => [name, name in of.figures]),
        ...DETAILS.map((name): [string, boolean] => [name, name in of.details]),
        ['narratives', of.narratives.length > 0],
      ]
      const shown = (answer: object) => expected.map(([field]) => [field, field in answer])
      expect(shown(card ?? {})).toEqual(expected)
      expect(shown(dossier)).toEqual(expected)
      for (const name of NAMES) {
        for (const field of CLAIMS[name][1])
          expect([field, field in lookup || field in project]).toEqual([field, of.unheld[name] === undefined])
      }
    }),
    { numRuns: 40 },
  )
})
