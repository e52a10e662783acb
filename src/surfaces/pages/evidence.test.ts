import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { EVIDENCE_PREFIXES } from '#contract/ids.ts'
import { toInstant } from '#contract/time.ts'
import { runLedger } from '#ledger/write.ts'
import {
  type OwnerOfEvidence,
  storeEvidenceOfEachKind,
  storeProjectWithSource,
} from '#test/given/evidence-kinds.ts'
import * as given from '#test/given/records.ts'
import { getUnaccounted } from '#test/pages/unaccounted.ts'
import { httpServiceOfFile } from '#test/service/file-service.ts'
import { NOW, openHttpService } from '#test/service/http-service.ts'

const BROWSER = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' }
const HOSTILE = `"><script>alert(1)</script>\u202e\n# v9`

const service = await httpServiceOfFile({ sandbox: true })
let owner: OwnerOfEvidence
let ids: Readonly<Record<string, string>>
beforeAll(async () => {
  owner = await storeProjectWithSource(service.database)
  ids = await storeEvidenceOfEachKind(owner, service.database)
  await service.database.updateTable('ledger_state').set({ market_integrity_published_at: NOW }).execute()
})

const pageOf = (id: unknown) => service.get(`/evidence/${encodeURIComponent(String(id))}`, BROWSER)

describe('the page of a receipt', () => {
  test('answers for each of the thirteen kinds, with every figure accounted for', async () => {
    expect(Object.keys(ids).toSorted()).toEqual(EVIDENCE_PREFIXES.toSorted())
    for (const id of Object.values(ids)) {
      const { status, text } = await pageOf(id)
      expect([id, status, getUnaccounted(text)]).toEqual([id, 200, []])
      expect(text.match(/<h1>/g)).toHaveLength(1)
      const twin = `href="/evidence/${encodeURIComponent(id)}.md"`
      const footer = text.slice(text.indexOf('<footer'))
      expect([id, footer.split(twin)]).toEqual([id, [expect.anything(), expect.anything()]])
      expect(text).toContain(`/api/evidence/${encodeURIComponent(id)}`)
      expect(text).toContain(`href="/projects/${owner.slug}"`)
    }
  })

  test('is the same with the colons of its id encoded or plain', async () => {
    for (const id of [ids['impl'], ids['lock']]) {
      const plain = await service.get(`/evidence/${id}`)
      expect([plain.status, plain.text]).toEqual([200, (await pageOf(id)).text])
    }
  })

  test('shows the recorded time of the API, and no time of the request', async () => {
    const { text } = await pageOf(ids['ship'])
    const receipt = (await service.get(`/api/evidence/${ids['ship']}`)).body
    for (const clock of ['occurredAt', 'observedAt', 'detectedAt'])
      expect(text).toContain(`datetime="${receipt[clock]}"`)
    expect(text).not.toContain(NOW)
  })
})

describe('what rests on a receipt, and what replaced it', () => {
  test('is named, with the receipts', async () => {
    const { text } = await pageOf(ids['ship'])
    const resting = text.slice(text.indexOf('id="resting"'))
    for (const id of [ids['state'], ids['integrity'], ids['signal']])
      expect(resting).toContain(`data-evidence="${id}"`)
    expect((await pageOf(ids['claim'])).text).toContain('cites it now')
  })

  test('links the explanation of a conclusion that cites the record only since it was last confirmed', async () => {
    const { database } = service
    const confirmed = toInstant('2026-11-20T09:58:00Z')
    await database
      .updateTable('evaluations')
      .set({ latest_evidence: sql`evidence || ${[ids['abi']]}::text[]`, confirmed_at: confirmed })
      .where('id', '=', String(ids['state']).slice('state:'.length))
      .execute()
    const { text } = await pageOf(ids['abi'])
    const resting = text.slice(text.indexOf('id="resting"'))
    expect(resting).not.toContain(`data-evidence="${ids['state']}"`)
    expect(resting).toMatch(
      new RegExp(`href="/api/projects/${owner.slug}/explain\\?fact=[a-z._]+">explanation`),
    )
    expect(resting).toContain(`datetime="${confirmed}"`)
    expect((await pageOf(ids['ship'])).text).toContain(`data-evidence="${ids['state']}"`)
  })

  test('has no withheld conclusion, which has no page either', async () => {
    const { database } = service
    await database.updateTable('ledger_state').set({ market_integrity_published_at: null }).execute()
    const fresh = await openHttpService({ database })
    expect((await fresh.get(`/evidence/${ids['integrity']}`, BROWSER)).status).toBe(404)
    expect((await fresh.get(`/evidence/${ids['ship']}`, BROWSER)).text).not.toContain(
      String(ids['integrity']),
    )
    await fresh.server.close()
    await database.updateTable('ledger_state').set({ market_integrity_published_at: NOW }).execute()
  })

  test('has a link to the record that took its place', async () => {
    const { projectId } = owner
    const [from, to] = [toInstant('2026-11-01T00:00:00Z'), toInstant('2026-11-02T00:00:00Z')]
    const research = { project_id: projectId, fact: 'research.level', rule: 'research.level@2' }
    const earlier = await given.anEvaluation(
      { ...research, value: JSON.stringify('INDEXED'), evaluated_at: from, superseded_at: to },
      service.database,
    )
    const later = await given.anEvaluation(
      { ...research, value: JSON.stringify('RESEARCHED'), evaluated_at: to },
      service.database,
    )
    expect((await pageOf(`state:${earlier.id}`)).text).toContain(
      `<a href="/evidence/${encodeURIComponent(`state:${later.id}`)}">A later record</a>`,
    )
    expect((await pageOf(`state:${later.id}`)).text).not.toContain('took its place')
  })
})

describe('the fields of a receipt', () => {
  test('[R62] an upgrade that no block dates happened between two readings, never at one', async () => {
    const [from, to] = ['2026-11-10T08:00:00.000Z', '2026-11-10T20:00:00.000Z']
    const contract = given.addressOf(0xd1)
    const { key } = await given.anImplementation(
      {
        ...owner.own,
        contract,
        key: `4663:${contract}:rpc:${randomUUID()}`,
        basis: 'slot',
        block_number: null,
        tx_index: null,
        log_index: null,
        tx_hash: null,
        block_hash: null,
        block_time: null,
        unchanged_until: toInstant(from),
        detected_at: toInstant(to),
      },
      service.database,
    )
    const { text } = await pageOf(`impl:${key}`)
    expect(text).toMatch(
      new RegExp(`<dt>Happened</dt><dd>between <time datetime="${from}">.*and <time datetime="${to}">`),
    )
  })

  test('of a ship that does not count have its reason in place of an unknown', async () => {
    const { evidence } = await given.aShip(
      { ...owner.own, counts_as: null, not_counted_reason: 'no_human_commit' },
      service.database,
    )
    const { text } = await pageOf(evidence)
    expect(text).toMatch(/<dt>Why it does not count<\/dt><dd>[^?]*no human commit/)
    expect(text).not.toContain('<dt>Counts as</dt>')
    const { recorded } = (await service.get(`/api/evidence/${evidence}`)).body
    expect(recorded).toMatchObject({ countsAs: null, notCountedReason: 'no_human_commit' })
  })

  test('are bounded, and say how many are left out', async () => {
    const evidence = Array.from({ length: 30 }, () => `ship:${randomUUID()}`)
    const { id } = await given.anEvaluation(
      { project_id: owner.projectId, fact: 'build.momentum', evaluated_at: NOW, evidence, value: '50' },
      service.database,
    )
    const { text } = await pageOf(`state:${id}`)
    expect(evidence.filter((one) => text.includes(one))).toEqual(evidence.slice(0, 8))
    expect(text).toContain('and 22 more in the JSON')
  })

  test('text of a source is a quotation, in HTML and in Markdown', async () => {
    const { evidence } = await given.aShip({ ...owner.own, title: HOSTILE }, service.database)
    const { text } = await pageOf(evidence)
    expect(text).not.toMatch(/<script>/)
    expect(text).toContain('<q class="said"><bdi>&quot;&gt;&lt;script&gt;alert(1)')
    const twin = await service.get(`/evidence/${encodeURIComponent(evidence)}.md`)
    expect([twin.status, twin.headers['content-type']]).toEqual([200, 'text/markdown; charset=utf-8'])
    expect(twin.text).not.toMatch(/^# v9|<script>/m)
    expect(twin.text).toMatch(/^# Release “/)
  })
})

test('[R137] a conclusion whose source was not read has no count of what the source shows', async () => {
  const { id } = await given.anEvaluation(
    {
      project_id: owner.projectId,
      fact: 'discovery_gap',
      evaluated_at: NOW,
      state: 'SOURCE_UNAVAILABLE',
      value: null,
      evidence: [],
      inputs: JSON.stringify({ countedShips: 0, newestShips: [], readable: false }),
      unknown_inputs: JSON.stringify([{ input: `source:${randomUUID()}`, reason: 'SOURCE_UNAVAILABLE' }]),
    },
    service.database,
  )
  const { recorded } = (await service.get(`/api/evidence/state:${id}`)).body
  expect(recorded).toMatchObject({ inputs: { countedShips: null, newestShips: null, readable: false } })
  const { text } = await pageOf(`state:${id}`)
  expect(text).toMatch(/Counted ships<\/bdi>: <span class="unknown" data-unknown="SOURCE_UNAVAILABLE">/)
  expect(text).toMatch(/<dt>Value<\/dt><dd><span class="unknown" data-unknown="SOURCE_UNAVAILABLE">/)
})

describe('the page of a receipt that is no longer public', () => {
  test('of a withdrawn record has the reason and none of its content', async () => {
    const { evidence } = await given.aShip(
      {
        ...owner.own,
        title: 'the-withdrawn-title',
        withdrawn_at: toInstant('2026-11-18T09:00:00Z'),
        withdrawn_reason: 'release deleted',
      },
      service.database,
    )
    const { status, text } = await pageOf(evidence)
    expect([status, getUnaccounted(text)]).toEqual([200, []])
    expect(text).toContain('release deleted')
    expect(text).not.toContain('the-withdrawn-title')
  })

  test('of a hidden project names the kind alone', async () => {
    const hidden = await storeProjectWithSource(service.database)
    const { evidence } = await given.aShip({ ...hidden.own, title: 'the-hidden-title' }, service.database)
    await service.database
      .updateTable('projects')
      .set({ state: 'hidden', hidden_at: NOW })
      .where('id', '=', hidden.projectId)
      .execute()
    const { status, text } = await pageOf(evidence)
    expect([status, getUnaccounted(text)]).toEqual([200, []])
    for (const secret of ['the-hidden-title', hidden.slug, String(hidden.source.locator)])
      expect(text).not.toContain(secret)
    expect(text).toContain('<title>Withdrawn: this ship is no longer public</title>')
  })

  test('that was never recorded, or is no evidence id, is the refusal of the API as a page', async () => {
    for (const [id, code] of [
      [`ship:${randomUUID()}`, 404],
      [`source:${randomUUID()}:added`, 400],
      ['nothing', 400],
    ] as const) {
      const page = await pageOf(id)
      expect([id, page.status, page.headers['content-type']]).toEqual([id, code, 'text/html; charset=utf-8'])
      expect((await service.get(`/api/evidence/${encodeURIComponent(id)}`)).status).toBe(code)
    }
  })
})

test('an entry of the ledger rests on the record that it cites', async () => {
  await given.markDue([owner.projectId], service.database)
  await runLedger({ now: given.DEFAULT_NOW }, { database: service.database })
  const fresh = await openHttpService({ database: service.database })
  const { text } = await fresh.get(`/evidence/${ids['ship']}`)
  expect(text).toMatch(/<h3>Entries of the ledger<\/h3><ul class="rows"><li class="row" data-evidence="/)
  await fresh.server.close()
})
