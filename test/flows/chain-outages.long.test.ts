import { test } from 'vitest'
import { forFile } from '#test/run/for-file.ts'
import { liveThrough, type Outage, outagesOf, READ } from '#test/world/outage-run.ts'
import { openWorld } from '#test/world/world.ts'

const world = await forFile(openWorld({ reading: READ }))

const OUTAGES: readonly Outage[] = [
  { span: '20 hours', failing: { chain: 'limit', blockscout: 'a 404 page', sourcify: 'a 403 challenge' } },
  {
    span: '20 hours',
    failing: {
      chain: 'a 404 page',
      blockscout: 'a 403 challenge',
      sourcify: 'a reset',
      dexscreener: 'a reset',
    },
  },
  {
    span: '3 days',
    wholeCast: true,
    failing: { chain: 'a 403 challenge', blockscout: 'a reset', sourcify: 'half a body' },
  },
  {
    span: '3 days',
    failing: {
      chain: 'a reset',
      blockscout: 'half a body',
      sourcify: 'a wrong body',
      geckoterminal: 'a reset',
    },
  },
  { span: '10 days', failing: { chain: 'half a body', blockscout: 'a wrong body', sourcify: 'limit' } },
  { span: '10 days', failing: { chain: 'a wrong body', blockscout: 'limit', sourcify: 'a 404 page' } },
  {
    span: '3 days',
    failing: {
      github: 'a reset',
      chain: 'a reset',
      blockscout: 'a reset',
      sourcify: 'a reset',
      dexscreener: 'a reset',
      geckoterminal: 'a reset',
      site: 'a reset',
    },
  },
]

test.each(outagesOf(OUTAGES))(
  '[R61] [R64] [R65] nothing is said during $span of $words, and what changed is told once after it',
  (outage) => liveThrough(outage, world),
)
