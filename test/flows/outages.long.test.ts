import { test } from 'vitest'
import { forFile } from '#test/run/for-file.ts'
import { liveThrough, type Outage, outagesOf, READ } from '#test/world/outage-run.ts'
import { openWorld } from '#test/world/world.ts'

const world = await forFile(openWorld({ reading: READ }))

const OUTAGES: readonly Outage[] = [
  {
    span: '20 hours',
    failing: {
      github: 'limit',
      dexscreener: 'a 404 page',
      geckoterminal: 'a 403 challenge',
      site: 'a reset',
    },
  },
  {
    span: '20 hours',
    failing: {
      github: 'a 404 page',
      dexscreener: 'a 403 challenge',
      geckoterminal: 'a reset',
      site: 'half a body',
    },
  },
  {
    span: '3 days',
    wholeCast: true,
    failing: {
      github: 'a 403 challenge',
      dexscreener: 'a reset',
      geckoterminal: 'half a body',
      site: 'a wrong body',
    },
  },
  {
    span: '3 days',
    failing: { github: 'a reset', dexscreener: 'half a body', geckoterminal: 'a wrong body', site: 'limit' },
  },
  {
    span: '10 days',
    failing: {
      github: 'half a body',
      dexscreener: 'a wrong body',
      geckoterminal: 'limit',
      site: 'a 404 page',
    },
  },
  {
    span: '10 days',
    failing: {
      github: 'a wrong body',
      dexscreener: 'limit',
      geckoterminal: 'a 404 page',
      site: 'a 403 challenge',
    },
  },
]

test.each(outagesOf(OUTAGES))(
  '[R61] [R64] [R65] nothing is said during $span of $words, and what changed is told once after it',
  (outage) => liveThrough(outage, world),
)
