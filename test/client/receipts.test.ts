import { expect, test } from 'vitest'
import { createClient } from '#client/index.ts'
import { cite, makeReceipt } from '#client/receipts.ts'
import { KNOWN, RELEASE } from '#test/given/card-evidence.ts'
import { aShip, aSource } from '#test/given/records.ts'
import { forFile } from '#test/run/for-file.ts'
import { storeToken } from '#test/service/http-service.ts'
import { openServed } from './served.ts'

const served = await forFile(openServed())
const client = createClient({ baseUrl: served.url })
const { database } = served.service
const stored = await storeToken({ evidence: KNOWN }, database)
const { address: token, slug } = stored
const source = await aSource({ project_id: stored.projectId }, database)
const ship = { id: RELEASE.slice('ship:'.length), project_id: stored.projectId, source_id: source.id }
await aShip(ship, database)

test('a receipt that cites the claims of a card is valid, and the service finds what it cites', async () => {
  const card = await client.getPartnerCard({ token })
  const receipt = makeReceipt({
    agentId: 'agent-7',
    operator: 'Example',
    mandate: 'Say whether it ships.',
    thesisSummary: 'It ships.',
    subjectType: 'project',
    subject: slug,
    evidenceCutoff: new Date().toISOString(),
    researchState: { state: 'done', definition: 'Every question has an answer.' },
    claims: [
      { kind: 'FACT', statement: 'It has a release.', references: cite(RELEASE) },
      {
        kind: 'DERIVED',
        statement: 'It shipped lately.',
        references: cite({ project: slug, asOf: '2026-11-19T12:00:00Z' }),
      },
    ],
  })
  const { latest_release } = card
  expect(latest_release.known && cite(latest_release)).toEqual(cite(RELEASE))
  const checked = await client.validateReceipt({ body: receipt })
  expect(checked).toMatchObject({ valid: true, errors: [] })
  expect(checked.references.map(({ status }) => status)).toEqual(['exists', 'project_exists'])
})

test('an unknown is not cited, and neither is a value without evidence', async () => {
  const unread = await storeToken({ name: 'Ember' }, served.service.database)
  const { meaningful_ships_30d } = await client.getPartnerCard({ token: unread.address })
  expect(() => cite(meaningful_ships_30d)).toThrow('meaningful_ships_30d is unknown')
  const card = await client.getPartnerCard({ token })
  expect(() => cite(card.as_of)).toThrow('as_of names no evidence')
})

test('a change is cited with its revision', () => {
  const cited = cite({ id: 'source:1:added', revision: 3 })
  expect(cited).toEqual([{ type: 'change_event', id: 'source:1:added', revision: 3 }])
})
