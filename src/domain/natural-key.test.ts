import { describe, expect, test } from 'vitest'
import { parseEvidenceId } from '#contract/ids.ts'
import { uuidOf } from './natural-key.ts'

describe('uuidOf', () => {
  test('gives the same uuid for the same kind and key, in every run', () => {
    expect(uuidOf('ship', 'github_release:1:2')).toBe('e30c0e9c-2f36-53cc-9e8b-fcc4dd29484e')
  })

  test.each([
    ['another key', 'ship', 'github_release:1:3'],
    ['another kind', 'signal', 'github_release:1:2'],
    ['the same text split differently into kind and key', 'ship:github_release', '1:2'],
    ['an empty key', 'ship', ''],
  ])('gives another uuid for %s', (_, kind, key) => {
    expect(uuidOf(kind, key)).not.toBe(uuidOf('ship', 'github_release:1:2'))
  })

  test('makes a valid evidence id', () => {
    expect(parseEvidenceId(`ship:${uuidOf('ship', 'x')}`)?.prefix).toBe('ship')
  })
})
