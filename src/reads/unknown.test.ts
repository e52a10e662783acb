import fc from 'fast-check'
import { expect, test } from 'vitest'
import { unknown } from '#contract/claim.ts'
import { CoverageState } from '#contract/enums.ts'
import type { CardEvidence } from '#domain/project/card-evidence.ts'
import { KNOWN } from '#test/given/card-evidence.ts'
import { httpServiceOfFile } from '#test/service/file-service.ts'
import { storeToken } from '#test/service/http-service.ts'

const service = await httpServiceOfFile()

/** The nullable field of the card and the optional fields of the scan card, by claim. */
const FIELDS = {
  lastActivityAt: ['last_activity_at', ['last_activity_at']],
  meaningfulShips30d: ['meaningful_ships_30d', ['meaningful_ships_30d']],
  latestMeaningfulShip: ['latest_meaningful_ship', ['last_ship_title', 'last_ship_at']],
  latestRelease: ['latest_release', []],
  latestDeployment: ['latest_deployment', []],
  latestSignal: ['latest_signal', []],
  repositoryUrl: ['repo_url', []],
  lastCodeActivity: ['last_code_activity', []],
} as const satisfies Partial<Record<keyof CardEvidence, readonly [string, readonly string[]]>>
type Field = keyof typeof FIELDS
const NAMES = Object.keys(FIELDS) as readonly Field[]
const REASONS = CoverageState.enum.filter((state) => state !== 'MEASURED')

test('answers exactly the unknown claims as null on the card and as absent on the scan card [contract Partner Card *] [contract scan card activity.last_ship_title]', async () => {
  const anyUnknowns = fc.dictionary(fc.constantFrom(...NAMES), fc.constantFrom(...REASONS))
  await fc.assert(
    fc.asyncProperty(anyUnknowns, async (unknowns) => {
      const evidence = {
        ...KNOWN,
        ...Object.fromEntries(Object.entries(unknowns).map(([name, reason]) => [name, unknown(reason)])),
      }
      const { address } = await storeToken({ evidence }, service.database)
      const card = (await service.get(`/api/v1/builder?token=${address}`)).body
      const scan = (await service.get(`/api/v1/scan?token=${address}`)).body
      for (const name of NAMES) {
        const [field, optional] = FIELDS[name]
        const isKnown = unknowns[name] === undefined
        expect([name, card[field] !== null]).toEqual([name, isKnown])
        for (const key of optional) expect([key, key in (scan['activity'] as object)]).toEqual([key, isKnown])
      }
    }),
    { numRuns: 40 },
  )
})

test('a project without a card is unknown, not zero', async () => {
  const { address } = await storeToken({}, service.database)
  const { body } = await service.get(`/api/v1/builder?token=${address}`)
  expect(body).toMatchObject({ svc_status: 'UNKNOWN', activity_measured: false, as_of: null })
  const scan = await service.get(`/api/v1/scan?token=${address}`)
  expect(scan.body).toMatchObject({ found: true, as_of: null, activity: { measured: false } })
})
