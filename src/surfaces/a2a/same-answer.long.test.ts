import type { Client } from '@a2a-js/sdk/client'
import { beforeAll, expect, test } from 'vitest'
import { AgentCapability } from '#contract/shapes/agent-answer.ts'
import { ask } from '#test/a2a.ts'
import { openA2aClient, partsOf, requestOf } from '#test/a2a-client.ts'
import { evaluatedCast } from '#test/evaluated-cast.ts'
import { listeningServiceOfFile } from '#test/file-service.ts'
import { NOW } from '#test/http-service.ts'

const listening = await listeningServiceOfFile()
let client: Client
let slugs: readonly string[]
beforeAll(async () => {
  slugs = (await evaluatedCast(NOW, listening.service.database)).map(({ slug }) => slug)
  client = await openA2aClient(listening.port)
}, 300_000)

type Texts = Readonly<Record<string, string>>
const questions = (): readonly Texts[] =>
  AgentCapability.enum.flatMap((capability) =>
    slugs.map((slug, place): Texts => {
      const other = String(slugs[(place + 1) % slugs.length])
      return {
        capability,
        ...(capability === 'compare_builders' ? { projects: `${slug},${other}` } : { project: slug }),
      }
    }),
  )

test('the same question by REST and by A2A has the same answer, for every capability and project', async () => {
  const { service } = listening
  for (const question of questions()) {
    const { capability = '', ...query } = question
    const rest = await service.get(`/api/agent/${capability}?${new URLSearchParams(query)}`)
    const { result } = await ask(service, { data: question })
    expect([question, rest.status]).toEqual([question, 200])
    const [words, data] = result?.message.parts ?? []
    expect([question, data?.data]).toEqual([question, rest.body])
    const cited = (rest.body['evidence'] as readonly { readonly id: string }[]).map(({ id }) => id)
    expect([question, cited.filter((id) => !words?.text?.includes(id))]).toEqual([question, []])
  }
}, 600_000)

test('the official client asks every skill in words', async () => {
  const [one, other] = slugs
  const words: Readonly<Record<AgentCapability, string>> = {
    research_project: `Research ${one}`,
    what_changed: `What changed at ${one} in the last 7 days?`,
    builder_status: `Is ${one} still building?`,
    verify_project: `Is ${one} verified?`,
    compare_builders: `Compare ${one} and ${other}`,
    unknowns: `What is unknown about ${one}?`,
    ships: `What shipped at ${one} in the last 7 days?`,
    built_on: `Who builds on ${one}?`,
  }
  for (const capability of AgentCapability.enum) {
    const { text, data } = partsOf(await client.sendMessage(requestOf({ text: words[capability] })))
    expect(data).toMatchObject({ capability })
    expect(text.startsWith(String(data['answer']))).toBe(true)
  }
}, 120_000)
