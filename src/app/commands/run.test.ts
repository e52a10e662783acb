import { expect, test } from 'vitest'
import { migratedText } from './run.ts'

test.each([
  {
    migrated: { applied: ['0014_one.sql', '0015_two.sql'], newer: [] },
    says: 'Applied\n  0014_one.sql\n  0015_two.sql',
  },
  { migrated: { applied: [], newer: [] }, says: 'The database has the newest migration' },
  {
    migrated: { applied: [], newer: ['0016_three.sql', '0017_four.sql'] },
    says: 'The database is at migration 0017_four.sql of a newer version; this version runs on it, and nothing was changed',
  },
])('migrate says what it did: $says', ({ migrated, says }) => {
  expect(migratedText(migrated)).toBe(says)
})
