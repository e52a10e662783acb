import { expect, test } from 'vitest'
import type { Receipt } from '#contract/shapes/receipt.ts'
import { toInstant } from '#contract/time.ts'
import { receiptTitle, receiptWords } from './receipt-words.ts'

const NOW = toInstant('2026-11-20T10:00:00Z')
const ADDRESS = `0x${'ab'.repeat(20)}`
const PROJECT = { slug: 'lumen', name: 'Lumen', url: '/projects/lumen' }

function aReceipt(kind: Receipt['kind'], recorded: object | undefined, more: object = {}): Receipt {
  return {
    kind,
    id: `${kind}:1`,
    project: PROJECT,
    withdrawn: false,
    recorded,
    ...more,
  } as unknown as Receipt
}

test.each<[kind: Receipt['kind'], recorded: object, words: object]>([
  ['ship', { shipKind: 'release', title: 'v2.4.0' }, { kind: 'Release', said: 'v2.4.0' }],
  ['ship', {}, { kind: 'Ship' }],
  ['signal', { title: 'Shipping faster' }, { kind: 'Signal:', words: 'Shipping faster' }],
  ['abi', { contract: ADDRESS }, { kind: 'Verified interface', words: `at ${ADDRESS}` }],
  ['impl', { initial: true, contract: ADDRESS }, { kind: 'First implementation of a proxy' }],
  ['impl', { initial: false }, { kind: 'Changed implementation of a proxy' }],
  ['lock', { lockWithdrawn: true }, { kind: 'Token lock that was withdrawn' }],
  ['claim', { by: 'site', statement: 'Ours' }, { kind: 'Statement by a site of the project', said: 'Ours' }],
  ['security', { by: 'else', statement: 'x' }, { kind: 'Security statement by else', said: 'x' }],
  [
    'state',
    { fact: 'build.momentum', coverage: 'MEASURED', value: { score: 7 } },
    { words: 'Build Momentum' },
  ],
  [
    'state',
    { fact: 'contract.use', coverage: 'STALE', value: null },
    { words: 'Use of contracts: unknown (stale)' },
  ],
  ['method', { method: 'swap()', selector: '0x1' }, { said: 'swap()' }],
  [
    'method',
    { method: null, selector: '0x01020304' },
    { said: '0x01020304', fields: ['selector', 'between'] },
  ],
  ['sourcechange', {}, { kind: 'Change of what a site declares' }],
])('%s with %j', (kind, recorded, words) => {
  expect(receiptWords(aReceipt(kind, recorded), NOW)).toMatchObject(words)
})

test('a withdrawn receipt names only its kind', () => {
  const withdrawn = aReceipt('ship', undefined, { withdrawn: true })
  expect(receiptWords(withdrawn, NOW)).toEqual({ kind: 'Ship', fields: [] })
  expect(receiptTitle(withdrawn, NOW)).toBe('Withdrawn: this ship of Lumen is no longer evidence')
  expect(receiptTitle({ ...withdrawn, project: undefined } as unknown as Receipt, NOW)).toBe(
    'Withdrawn: this ship is no longer public',
  )
})

test('the title is an answer with its day; a long title of a source is cut', () => {
  const at = { occurredAt: toInstant('2026-11-18T09:00:00Z') }
  const titled = (title: string) => receiptTitle(aReceipt('ship', { shipKind: 'release', title }, at), NOW)
  expect(titled('v2.4.0')).toBe('Lumen: release v2.4.0 on 18 Nov 2026')
  expect(titled('x'.repeat(500))).toBe(`Lumen: release ${'x'.repeat(80)}… on 18 Nov 2026`)
})
