import type { Client } from '@a2a-js/sdk/client'
import { beforeAll, expect, test } from 'vitest'
import { AgentCapability } from '#contract/shapes/agent-answer.ts'
import { CAPABILITIES } from '#reads/agent/questions/index.ts'
import { ask } from '#test/agents/a2a.ts'
import { openA2aClient, partsOf, requestOf } from '#test/agents/a2a-client.ts'
import { evaluatedCast } from '#test/given/evaluated-cast.ts'
import { listeningServiceOfFile } from '#test/service/file-service.ts'
import { NOW } from '#test/service/http-service.ts'

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

test('the official client asks every skill in the words of its examples', async () => {
  const [one, other] = slugs
  for (const { name: capability, examples } of Object.values(CAPABILITIES)) {
    const example = examples.find((words) => words.includes('Lumen'))
    const text = String(example).replace('Lumen', String(one)).replace('Ember', String(other))
    const { text: answer, data } = partsOf(await client.sendMessage(requestOf({ text })))
    expect([text, data]).toMatchObject([text, { capability }])
    expect(answer.startsWith(String(data['answer']))).toBe(true)
  }
}, 120_000)
