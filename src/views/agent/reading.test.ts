import { describe, expect, test } from 'vitest'
import { withReading } from './reading.ts'

const answer = { answer: 'It ships.', status: 'answered', query: { text: 'x' } } as never

describe('words of a question that the answer leaves out', () => {
  test('that are part of other such words are named once', () => {
    const left = ({ query }: ReturnType<typeof withReading>) => query.notUnderstood
    expect(left(withReading(answer, { unread: ['since', 'since last week', 'Since'] }))).toEqual([
      'since last week',
    ])
    expect(withReading(answer, { unread: ['why', 'why'] }).answer.split('“why”')).toHaveLength(2)
    const before = { ...Object(answer), query: { notUnderstood: ['source code'] } }
    expect(left(withReading(before, { unread: ['code', 'codes'] }))).toEqual(['source code', 'codes'])
  })

  test.each([
    ['source code', 'at /api/projects/lumen/contracts and in get_project with view contracts.'],
    [
      'contract been upgraded',
      'at /api/agent/ships?project=lumen&kind=upgrade, or deployment or prerelease.',
    ],
    ['token', 'The token is asked by verify_project.'],
    ['why', 'at /api/projects/lumen/explain and in the tool explain_fact.'],
    ['tokens unlock', 'Token locks are in /api/projects/lumen/snapshot.'],
    ['since 2026-11-20', 'or /api/projects/lumen/diff?from=…&to=…,'],
    ['since Nov 20', 'Name a period in days, or the cursor of the last answer: since c1.0.'],
  ])('that are held elsewhere have the place where they are asked: %s', (words, place) => {
    const about = { ...Object(answer), subject: { slug: 'lumen' } }
    const { answer: said } = withReading(about, { unread: [words] })
    expect(said).toContain(place)
    expect(withReading({ ...about, answer: said }, { unread: [words] }).answer.split(place)).toHaveLength(2)
  })

  test('beside a contract may name another chain', () => {
    const about = { ...Object(answer), query: { contract: '4663:0x1' } }
    const chain = 'Only chain 4663 is indexed, and the contract is read as one of it. It ships.'
    expect(withReading(about, { unread: ['base'] }).answer.startsWith(chain)).toBe(true)
    expect(withReading(about, { unread: [] }).answer).toBe('It ships.')
  })
})
