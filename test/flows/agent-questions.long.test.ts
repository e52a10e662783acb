import { describe, expect, test } from 'vitest'
import { AgentCapability } from '#contract/shapes/agent-answer.ts'
import { mcpOf, type ToolResult } from '#test/agents/mcp.ts'
import { forFile } from '#test/run/for-file.ts'
import { openWorld } from '#test/world/world.ts'

const world = await forFile(openWorld())
const mcp = mcpOf(world)
const lumen = await world.get('/api/projects/lumen')
const token = String((lumen.body['token'] as { contract: string }).contract)

type Data = Readonly<Record<string, unknown>> & {
  readonly subject?: { readonly slug: string; readonly matchedWords: string; readonly matchedBy: string }
  readonly query: Readonly<Record<string, unknown>>
  readonly claims: readonly {
    readonly value?: unknown
    readonly statement: string
    readonly occurredAt?: string
  }[]
  readonly error?: { readonly code: string; readonly message: string; readonly detail?: unknown }
}

/** The answer of A2A to a question in words. */
async function asked(text: string): Promise<{ readonly text: string; readonly data: Data }> {
  const message = { messageId: 'm', role: 'ROLE_USER', parts: [{ text }] }
  const { body } = await world.send({
    method: 'POST',
    url: '/api/a2a',
    headers: { 'content-type': 'application/json', 'a2a-version': '1.0' },
    payload: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'SendMessage', params: { message } }),
  })
  const { message: answer } = body['result'] as {
    message: { parts: readonly { text: string; data: Data }[] }
  }
  const [words, object] = answer.parts
  return { text: String(words?.text), data: object?.data ?? expect.unreachable() }
}

const linesOf = ({ content }: ToolResult) => (content[0]?.text ?? '').split('\n')

describe('[R135] a published name anywhere in the text is found', () => {
  test.each([
    ['Why is driftwood unknown?', 'driftwood', 'unknowns'],
    ['Is LUM a scam?', 'lumen', 'verify_project'],
    ['Show evidence for lumen being active', 'lumen', 'builder_status'],
    [
      'Could somebody tell me whether the people at Old Mill are still building stuff',
      'oldmill',
      'builder_status',
    ],
    ['I keep hearing of driftwood and wonder what it is', 'driftwood', 'research_project'],
  ])('%s', async (text, slug, capability) => {
    const { data } = await asked(text)
    expect(data).toMatchObject({ capability, subject: { slug } })
  })

  test('a name that nothing has is echoed, and is a finding about no project', async () => {
    const { text, data } = await asked('Is there any news about Foobar?')
    expect(text).toMatch(/^No published project has the slug, contract, ticker or name “Foobar”\./)
    expect(data.error).toMatchObject({ code: 'not_found', detail: { lookedFor: 'Foobar' } })
  })

  test('a question that is not understood says so, and what can be asked', async () => {
    for (const question of ['which projects are shipping', 'Hello there', 'lorem ipsum dolor sit amet']) {
      const { text, data } = await asked(question)
      expect([question, data['status']]).toEqual([question, 'not_understood'])
      expect(text).toContain('- ships: What shipped at Lumen last week?')
      expect(data['capabilities']).toHaveLength(AgentCapability.enum.length)
    }
  })

  test('words that name several projects are ambiguous, never one of them', async () => {
    const { data } = await asked('Tell me about lumen near gantry')
    expect(data.error).toMatchObject({ code: 'ambiguous_name', message: expect.stringContaining('gantry') })
  })

  test('a word in small letters is no ticker', async () => {
    expect((await asked('Is everything calm down here today right now')).data.subject).toBeUndefined()
  })
})

describe('[R136] no part of a question is dropped in silence', () => {
  test('the ships of a week are those of that week, as /api/ships has them', async () => {
    const { data } = await asked('What shipped at Lumen last week?')
    expect(data).toMatchObject({ capability: 'ships', status: 'answered', subject: { slug: 'lumen' } })
    const { since, until } = data.query
    const filter = `project=lumen&since=${since}&until=${until}&counted=only&order=releases_first&limit=10`
    const { body } = await world.get(`/api/ships?${filter}`)
    const ids = (body['items'] as readonly { evidenceId: string }[]).map(({ evidenceId }) => evidenceId)
    expect(data.claims.map((claim) => Reflect.get(claim, 'evidence'))).toEqual(ids.map((id) => [id]))
    expect([ids.length > 0, data['data']]).toEqual([true, { total: body['total'] }])
    for (const { occurredAt } of data.claims) expect(String(occurredAt) >= String(since)).toBe(true)
  })

  test('what builds on a project is answered by its relations', async () => {
    const { data } = await asked('Who builds on gantry?')
    expect(data).toMatchObject({ capability: 'built_on', status: 'unknown', subject: { slug: 'gantry' } })
    expect(data.claims.map(({ statement }) => statement)).toEqual([
      expect.stringContaining('gantry builds on: no statement was reviewed'),
      expect.stringContaining('gantry is built on by: no statement was reviewed'),
    ])
  })

  test.each([
    ['Is LUM a scam?', ['scam']],
    ['Is Lumen still building this week?', ['this week']],
    ['How many ships did lumen make in October?', ['October', 'how many']],
  ])('%s names what it leaves out, and is not answered', async (text, notUnderstood) => {
    const { text: words, data } = await asked(text)
    expect(data).toMatchObject({ status: 'partial', query: { notUnderstood } })
    expect(words).toContain(`Not understood, and not answered: “${notUnderstood[0]}”.`)
  })
})

describe('[R137] inputs that could not be read are unknown on every surface', () => {
  test('activity of a project whose source cannot be read', async () => {
    const { body } = await world.get('/api/projects/driftwood/explain?fact=activity.status')
    const inputs = new Map(
      (body['inputs'] as readonly { name: string; value: unknown; reason?: string }[]).map((one) => [
        one.name,
        one,
      ]),
    )
    for (const name of ['countedShips', 'newestShips'])
      expect(inputs.get(name)).toEqual({ name, value: null, reason: 'SOURCE_UNAVAILABLE' })
    expect(inputs.has('confirmed')).toBe(false)
    expect(inputs.get('readable')).toEqual({ name: 'readable', value: false })
    const lines = linesOf(await mcp.call('explain_fact', { project: 'driftwood', fact: 'activity.status' }))
    for (const name of ['countedShips', 'newestShips'])
      expect(lines).toContain(`UNKNOWN Input ${name}: unknown. [reason SOURCE_UNAVAILABLE]`)
    expect(lines).toContain('FACT Input readable: false.')
  })
})

describe('[R138] what shipped in a week', () => {
  test('are the ships that count, releases before code weeks, with the total', async () => {
    const result = await mcp.call('list_ships', { since: '2035-03-08', until: '2035-03-15', maxTokens: 8000 })
    const { claims, total, truncated } = result.structuredContent
    const values = claims.map(({ value }) => value as { kind: string; countsAs: string | null })
    expect(values.filter(({ countsAs }) => countsAs === null)).toEqual([])
    const kinds = values.map(({ kind }) => kind)
    expect(kinds.indexOf('code_week')).toBe(-1)
    expect([total !== undefined && total > claims.length, truncated]).toEqual([true, true])
    const statements = claims.map(({ statement }) => statement)
    expect(new Set(statements).size).toBe(statements.length)
  })

  test('the lists have every ship once, code weeks last', async () => {
    const seen: { kind: string; id: unknown }[] = []
    let args: Readonly<Record<string, unknown>> | undefined = {
      since: '2035-03-08',
      until: '2035-03-15',
      limit: 20,
    }
    let total: number | undefined
    while (args !== undefined) {
      const { structuredContent: list }: ToolResult = await mcp.call('list_ships', {
        ...args,
        maxTokens: 8000,
      })
      seen.push(
        ...list.claims.map((claim) => ({
          kind: (claim['value'] as { kind: string }).kind,
          id: (claim['evidence'] as readonly string[])[0],
        })),
      )
      total = list.total
      args = list.next[0]?.arguments
    }
    expect(new Set(seen.map(({ id }) => id)).size).toBe(seen.length)
    expect(seen.length).toBe(total)
    const first = seen.findIndex(({ kind }) => kind === 'code_week')
    expect(seen.slice(first).every(({ kind }) => kind === 'code_week')).toBe(true)
    expect(first).toBeGreaterThan(0)
  })

  test('show: all adds those that do not count, with the reason', async () => {
    const call = { project: 'metronome', maxTokens: 8000 }
    const counted = await mcp.call('list_ships', call)
    const all = await mcp.call('list_ships', { ...call, show: 'all' })
    expect(all.structuredContent.total).toBeGreaterThan(Number(counted.structuredContent.total))
    expect(all.content[0]?.text).toContain('does not count: no_human_commit')
  })
})

describe('[R139] an answer names its project and what a person can open', () => {
  const page =
    /^NOTE Project “Lumen” \(slug lumen\): http\S+\/projects\/lumen\. Receipt of an evidence id: http/
  test.each([
    ...['snapshot', 'dossier', 'coverage', 'contracts', 'relationships', 'built_on'].map(
      (view) => ['get_project', { project: 'lumen', view }] as const,
    ),
    ['get_project_timeline', { project: 'lumen' }],
    ['get_project_market', { project: 'lumen' }],
    ['explain_fact', { project: 'lumen', fact: 'activity.status' }],
    ['what_changed', { project: 'lumen' }],
    ['list_ships', { project: 'lumen' }],
  ] as const)('%s %j', async (name, args) => {
    const [first] = linesOf(await mcp.call(name, args))
    expect(first).toMatch(page)
  })

  test('the addresses answer 200', async () => {
    const result = await mcp.call('lookup_token', { token })
    const [first = ''] = linesOf(result)
    expect(first).toMatch(page)
    const [evidence = ''] = result.structuredContent.claims.flatMap(
      ({ evidence: ids }) => (ids ?? []) as string[],
    )
    for (const path of ['/projects/lumen', `/api/evidence/${evidence}`])
      expect([path, (await world.get(path)).status]).toEqual([path, 200])
  })

  test('no claim has more than three evidence ids, and says how many there are', async () => {
    const result = await mcp.call('list_builders', { maxTokens: 8000 })
    const claims = result.structuredContent.claims
    expect(Math.max(...claims.map(({ evidence }) => (evidence as readonly string[]).length))).toBe(3)
    expect(result.content[0]?.text).toMatch(/evidence (?:\S+ ){3}and \d+ more\]/)
  })
})

describe('[R140] wrong names and values are corrected in words', () => {
  test('a wrong slug gets the nearest names, as a guess', async () => {
    const said = 'A guess at what was meant: lumen (“Lumen”).'
    const result = await mcp.call('get_project', { project: 'lumenn' })
    expect([result.isError, linesOf(result)[0]?.includes(said)]).toEqual([true, true])
    expect((await asked('Is lumenn still building?')).text).toContain(said)
    const { status, body } = await world.get('/api/agent/unknowns?project=lumenn')
    const nearest = [{ slug: 'lumen', name: 'Lumen' }]
    expect([status, body]).toMatchObject([404, { error: { detail: { lookedFor: 'lumenn', nearest } } }])
  })

  test('a guess that was taken is said', async () => {
    const said = '“ember” is read as “Emberline” (emberline): a guess'
    expect((await asked('Research ember')).text.startsWith(said)).toBe(true)
    expect(linesOf(await mcp.call('get_project', { project: 'ember' }))[1]).toContain(said)
  })

  test.each([
    ['get_project', { project: 'lumen' }, { slug: 'lumen' }],
    ['get_project_timeline', { project: 'lumen' }, { name: 'Lumen' }],
    ['list_ships', { project: 'lumen' }, { slug: 'LUM' }],
    ['what_changed', { project: 'lumen' }, { slug: 'lumen' }],
    ['compare_projects', { projects: ['lumen', 'gantry'] }, { slugs: ['lumen', 'gantry'] }],
    ['search_projects', { q: 'lumen' }, { query: 'lumen' }],
  ] as const)('%s takes other names of an argument: %j', async (name, own, other) => {
    const { claims, error } = (await mcp.call(name, other)).structuredContent
    expect([error, claims]).toEqual([undefined, (await mcp.call(name, own)).structuredContent.claims])
  })
})

describe('[R140] refusals', () => {
  test('lookup_token takes a contract by each of its names', async () => {
    const { claims } = (await mcp.call('lookup_token', { token })).structuredContent
    for (const name of ['contract', 'address'])
      expect((await mcp.call('lookup_token', { [name]: token })).structuredContent.claims).toEqual(claims)
  })

  test.each([
    [
      'list_ships',
      { since: 'last week' },
      'Invalid `since`: expected a date or an instant in UTC, for example 2026-11-16',
    ],
    [
      'lookup_token',
      { token: 'LUM' },
      'Invalid `token`: expected an address: 0x and 40 hexadecimal digits, for example 0x',
    ],
    [
      'what_changed',
      { after: 'b1.4' },
      'Invalid `after`: expected the resume cursor of an earlier answer, for example c1.0',
    ],
    [
      'get_project',
      {},
      'Missing `project`: expected the slug, name, symbol or contract of a project, for example lumen',
    ],
    ['get_evidence', { id: 'ship:1' }, 'for example ship:'],
  ] as const)('%s %j is refused in words with an example', async (name, args, words) => {
    const text = (await mcp.call(name, args)).content[0]?.text ?? ''
    expect(text).toContain(words)
    expect(text).not.toMatch(/[\^$]|\{\d/)
  })

  test('an empty search says what that means, once', async () => {
    const lines = linesOf(await mcp.call('search_projects', { q: 'zzzz' }))
    expect(lines).toContain(
      'NOTE No published project matches. That says nothing of projects that are not published.',
    )
    expect(lines.filter((line) => /in total|Do not conclude/.test(line))).toEqual([])
    expect(linesOf(await mcp.call('search_projects', { q: 'lumenn' })).join()).toContain('A guess at what')
  })
})
