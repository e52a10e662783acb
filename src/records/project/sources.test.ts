import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { ReadingOutcome } from '#contract/enums.ts'
import { addMs, HOUR_MS, MINUTE_MS } from '#contract/time.ts'
import { getOfProject } from '#records/by-project.ts'
import { aProject, aReading, aSource, aStream, DEFAULT_NOW } from '#test/given/records.ts'
import { fileDatabase } from '#test/postgres/file-database.ts'
import { getSources } from './sources.ts'

const { database } = await fileDatabase()

type Attempt = readonly [outcome: ReadingOutcome, minutesAgo: number]
const at = (minutesAgo: number) => addMs(DEFAULT_NOW, -minutesAgo * MINUTE_MS)

test.each<[string, readonly Attempt[], number | null, number?]>([
  [
    'limited since',
    [
      ['missing', 30],
      ['missing', 20],
      ['rate_limited', 0],
    ],
    20,
  ],
  [
    'failing since, in several ways',
    [
      ['missing', 60],
      ['unavailable', 10],
      ['error', 0],
    ],
    60,
  ],
  [
    'limited for longer than an answer is fresh',
    [
      ['missing', 61],
      ['rate_limited', 0],
    ],
    null,
  ],
  [
    'limited, of a stream that is read every six hours',
    [
      ['missing', 18 * 60],
      ['rate_limited', 0],
    ],
    18 * 60,
    6,
  ],
  [
    'the newest answer',
    [
      ['rate_limited', 10],
      ['missing', 0],
    ],
    null,
  ],
  [
    'read again since',
    [
      ['missing', 10],
      ['fresh', 0],
    ],
    null,
  ],
  ['never answered', [['rate_limited', 0]], null],
])(
  'the answer of a provider that it has nothing: %s',
  async (_, attempts, expected, cadenceHours = 1 / 6) => {
    const { id: projectId } = await aProject({ slug: `lumen-${randomUUID()}` }, database)
    const own = {
      project_id: String(projectId),
      kind: 'market',
      locator: `geckoterminal:${randomUUID()}`,
    } as const
    const { id } = await aSource(own, database)
    const source_id = String(id)
    for (const [outcome, ago] of attempts)
      await aReading({ source_id, stream: 'token', attempted_at: at(ago), outcome }, database)
    const last_outcome = attempts.at(-1)?.[0] ?? null
    const cadence_seconds = (cadenceHours * HOUR_MS) / 1000
    await aStream(
      { source_id, stream: 'token', last_outcome, last_tried_at: at(0), cadence_seconds },
      database,
    )
    const [source] = await getOfProject({ projectId: String(projectId), get: getSources }, database)
    expect(source?.streams[0]?.missingAt).toBe(expected === null ? undefined : at(expected))
  },
)

test.each([
  [{ withoutInterface: true }, true],
  [{}, undefined],
  [null, undefined],
])(
  'a stream of verified source with the position %j: whether it has no interface',
  async (position, expected) => {
    const { id: project_id } = await aProject({}, database)
    const locator = `blockscout:0x${randomUUID().replaceAll('-', '').padEnd(40, '0')}`
    const source = await aSource({ project_id, kind: 'explorer', locator }, database)
    await aStream({ source_id: source.id, stream: 'verified_source', position }, database)
    const [found] = await getOfProject({ projectId: project_id, get: getSources }, database)
    expect(found?.streams[0]?.hasNoInterface).toBe(expected)
  },
)
