import { expect, test } from 'vitest'
import { recordedFields } from '#views/evidence/recorded-fields.ts'
import { recordedList } from './recorded-list.ts'

const ADDRESS = '0x4c1d3f2a9b8e7d6c5b4a39281706f5e4d3c2b1a0'
const HASH = `0x${'ab'.repeat(32)}`

test('a cell of a table shows the beginning of an address and of a hash, which a field shows whole', () => {
  const row = { at: '2026-11-19T10:00:00.000Z', contract: ADDRESS, transaction: HASH, block: 1 }
  const drawn = String(recordedList(recordedFields({ rows: [row, row] })))
  expect(drawn).toContain(`<code title="${ADDRESS}">0x4c1d…b1a0</code>`)
  expect(drawn).toContain(`<code title="${HASH}">0xabababababab…</code>`)
  expect(drawn).toMatch(/More columns to the right.*<table>/)
  const whole = String(recordedList(recordedFields(row)))
  expect(whole).toContain(`<code>${ADDRESS}</code>`)
  expect(whole).toContain(`<code>${HASH}</code>`)
})

test('a list of one record shows its fields without a list around them', () => {
  const drawn = String(recordedList(recordedFields({ rows: [{ size: 1 }] })))
  expect(drawn.match(/<ul/g)).toHaveLength(1)
})
