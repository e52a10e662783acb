import { expect, test } from 'vitest'
import { derived, unknown } from '#contract/claim.ts'
import { ActivityStatus } from '#contract/enums.ts'
import { toInstant } from '#contract/time.ts'
import type { CardEvidence } from '#domain/project/card-evidence.ts'
import { ACTIVITY_WORDS } from '#domain/ships/activity-words.ts'
import { badge } from './badge.ts'

const scoredAt = toInstant('2026-11-19T12:00:00Z')

function of(status: ActivityStatus): CardEvidence['activity'] {
  if (status === 'UNKNOWN') return unknown('NO_SOURCE')
  return derived({ status, since: scoredAt }, 'activity.status@2', ['ship:a'])
}

function svgOf(given: { status?: ActivityStatus; name?: string; theme?: 'auto' | 'light' | 'dark' }): string {
  const { status = 'SHIPPING', name = 'Lumen', theme = 'auto' } = given
  return badge({ name, activity: of(status), scoredAt }, { theme })
}

test.each(ActivityStatus.enum)('%s is shown as text, also for screen readers', (status) => {
  const svg = svgOf({ status })
  const { label } = ACTIVITY_WORDS[status]
  expect(svg).toContain(`<title id="badge-title">Lumen: ${label}</title>`)
  expect(svg).toContain(`>${label}</text>`)
  expect(svg).toContain('role="img" aria-labelledby="badge-title badge-desc"')
  expect(svg).toMatch(/<desc id="badge-desc">.+ As of 2026-11-19\.<\/desc>/)
})

test('an unknown status is not a finding of inactivity; a project without a card is marked as not scored', () => {
  const svg = badge({ name: 'Lumen', activity: of('UNKNOWN'), scoredAt: null }, { theme: 'auto' })
  expect(svg).toContain('Not known')
  expect(svg).toContain('not a finding of inactivity')
  expect(svg).toContain('Not scored yet.')
})

test.each([
  ['auto', 2, true],
  ['light', 1, false],
  ['dark', 1, false],
] as const)('%s has its colours', (theme, palettes, asks) => {
  const svg = svgOf({ theme })
  expect(svg.match(/\.sb\{/g)).toHaveLength(palettes)
  expect(svg.includes('prefers-color-scheme:dark')).toBe(asks)
})

test('an image is as wide as its words, the name before the status', () => {
  const svg = svgOf({ name: 'Lumen', theme: 'light' })
  expect(svg).toContain(
    '<svg xmlns="http://www.w3.org/2000/svg" width="123" height="20" viewBox="0 0 123 20"',
  )
  expect(svg).toContain('<rect class="nb" width="51" height="20"/>')
  expect(svg).toContain('<rect class="sb" x="51" width="72" height="20"/>')
  expect(svg).toContain('<text class="nw" x="25.5" y="14" textLength="35"')
  expect(svg).toContain('<text class="sw" x="87" y="14" textLength="56"')
})

test('every pair of colours has a contrast of at least 4.5', () => {
  for (const status of ActivityStatus.enum) {
    for (const theme of ['light', 'dark'] as const) {
      const rules = svgOf({ status, theme })
      for (const part of ['n', 's']) {
        const [, background] = new RegExp(`\\.${part}b\\{fill:(#\\w{6})`).exec(rules) ?? []
        const [, words] = new RegExp(`\\.${part}w\\{fill:(#\\w{6})`).exec(rules) ?? []
        expect(contrast(String(background), String(words)), `${status} ${theme}`).toBeGreaterThanOrEqual(4.5)
      }
    }
  }
})

test.each([
  ['markup', `<b>&"'`, '&lt;b&gt;&amp;&quot;&#39;'],
  ['control and direction characters', 'a\u0000\u0007\u202Eb', 'a b'],
  ['what XML forbids', 'a\uFFFE\uFFFFb\uD800', 'ab\uFFFD'],
  ['a long name', 'x'.repeat(80), `${'x'.repeat(39)}…`],
  ['nothing readable', '\u200B', '(no readable words)'],
])('%s in a name', (_, name, shown) => {
  const svg = svgOf({ name })
  expect(svg).toContain(`<title id="badge-title">${shown}: Shipping</title>`)
  expect(unclosed(svg)).toEqual([])
})

/** Elements that are opened but not closed, in a text without comments or CDATA. */
function unclosed(svg: string): readonly string[] {
  const open: string[] = []
  for (const [, closing, name, attributes] of svg.matchAll(/<(\/?)(\w+)([^>]*)>/g)) {
    if (closing === '/') expect(open.pop()).toBe(name)
    else if (!String(attributes).endsWith('/')) open.push(String(name))
  }
  return open
}

function contrast(a: string, b: string): number {
  const [light, dark] = [luminance(a), luminance(b)].toSorted((x, y) => y - x)
  return (Number(light) + 0.05) / (Number(dark) + 0.05)
}

function luminance(colour: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * Number(r) + 0.7152 * Number(g) + 0.0722 * Number(b)
}
