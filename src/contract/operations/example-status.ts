import type { Cursor } from '../ids.ts'
import type { ServiceStatus } from '../shapes/status.ts'
import { toInstant } from '../time.ts'

const at = toInstant

export const exampleStatus: ServiceStatus = {
  now: at('2026-11-20T10:00:30Z'),
  version: '0.1.0',
  sandbox: false,
  ledger: { cursor: 'c1.1840' as Cursor, lastRunAt: at('2026-11-20T10:00:00Z') },
  pipelines: [
    {
      name: 'ledger',
      state: 'fresh',
      fresh: true,
      cadenceSeconds: 300,
      lastRunAt: at('2026-11-20T10:00:00Z'),
      lastSucceededAt: at('2026-11-20T10:00:00Z'),
      dueAt: at('2026-11-20T10:05:00Z'),
    },
    {
      name: 'signals',
      state: 'never_run',
      fresh: null,
      cadenceSeconds: 3600,
      lastRunAt: null,
      lastSucceededAt: null,
      dueAt: at('2026-11-20T10:01:00Z'),
    },
  ],
  providers: [
    {
      provider: 'github',
      state: 'answering',
      fresh: true,
      lastTriedAt: at('2026-11-20T09:59:40Z'),
      lastReadAt: at('2026-11-20T09:59:40Z'),
      streams: { countedAt: at('2026-11-20T09:59:50Z'), total: 12, fresh: 12, failing: 0, missing: 0 },
      budget: { usedToday: 310, dailyLimit: 50000 },
      coolOffUntil: null,
      outageSince: null,
    },
  ],
  chain: {
    latestBlock: 52_418_330,
    safeBlock: 52_411_905,
    finalizedBlock: 52_404_612,
    basis: 'tags',
    safeBehindSeconds: 655,
    readAt: at('2026-11-20T10:00:12Z'),
    endpoints: [
      {
        place: 1,
        lastAnsweredAt: at('2026-11-20T10:00:12Z'),
        pausedUntil: null,
        maxBlocks: 10_000,
        noStateBlock: null,
      },
    ],
  },
}
