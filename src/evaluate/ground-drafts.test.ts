import { expect, test } from 'vitest'
import { day, sourceOf, unreadStream } from '#test/build-evidence.ts'
import { projectEvidenceOf } from '#test/project-evidence.ts'
import { conclude, NO_PREVIOUS } from './conclusions.ts'
import { coverageDrafts } from './ground-drafts.ts'

test('the streams of a contract that another project has are not among the failing ones', () => {
  const held = { ...sourceOf('held', 'contract'), streams: [unreadStream('upgrades', 'disallowed')] }
  const gone = { ...sourceOf('gone', 'contract'), streams: [unreadStream('proxy', 'missing')] }
  const draft = (sources: readonly (typeof held)[]) => {
    const evidence = projectEvidenceOf({ sources })
    const { coverage } = conclude({ evidence, previous: NO_PREVIOUS }, day(1))
    return coverageDrafts(evidence, coverage).find(({ fact }) => fact === 'coverage.contracts')
  }
  expect(draft([held])).toMatchObject({ state: 'NOT_APPLICABLE', inputs: { sources: [held.id] } })
  expect(draft([held])?.inputs).not.toHaveProperty('unread')
  expect(draft([held, gone])).toMatchObject({
    state: 'SOURCE_UNAVAILABLE',
    inputs: { unread: [{ source: gone.id, stream: 'proxy' }] },
  })
})
