import { Type } from 'typebox'
import { expect, test } from 'vitest'
import type { Operation } from '#contract/operation.ts'
import { OPERATIONS } from '#contract/operations/index.ts'
import { issueKey } from '#test/given/accounts.ts'
import { listeningServiceOfFile } from '#test/service/file-service.ts'
import { type ReadName, storeAnswered } from '#test/service/read-requests.ts'

const listening = await listeningServiceOfFile()
const paths = await storeAnswered(listening.service.database)

const reads = Object.values<Operation>(OPERATIONS).filter(({ cacheable }) => cacheable === 'shared')

/** Every name that an answer says it ignored, at any depth. */
function ignoredIn(value: unknown): readonly unknown[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inside]) =>
    name === 'ignoredParameters' ? (inside as readonly unknown[]) : ignoredIn(inside),
  )
}

test.each(reads)(
  '[R134] $name answers each caller with the parameters that it ignored for that caller',
  async ({ name, output }) => {
    const path = paths[name as ReadName]
    const asked = async (more: string) => {
      const { status, text } = await listening.send(`${path}${path.includes('?') ? '&' : '?'}${more}=1`)
      expect(status).toBe(200)
      return text.startsWith('{')
        ? ignoredIn(JSON.parse(text)).filter((one) => /^own-/.test(String(one)))
        : []
    }
    const names = ['own-a', 'own-b', 'own-a', 'own-b']
    const ignored: unknown[] = []
    for (const one of names) ignored.push(...(await asked(one)))
    const forms = Type.IsUnion(output) ? output.anyOf : [output]
    const doesName = forms.every((form) => JSON.stringify(form).includes('"ignoredParameters"'))
    expect(ignored).toEqual(doesName ? names : [])
  },
)

test('[R134] a list of scans answers each caller with the parameters that it ignored for that caller', async () => {
  const { key } = await issueKey(listening.service.database)
  const headers = { authorization: `Bearer ${key}` }
  const names = ['own-a', 'own-b', 'own-a']
  const ignored: unknown[] = []
  for (const name of names) {
    const path = `${paths.scan.replace('token=', 'tokens=')}&${name}=1`
    ignored.push(...ignoredIn(JSON.parse((await listening.send(path, { headers })).text)))
  }
  expect(ignored).toEqual(names)
})

test('every list names the parameters that it ignored', () => {
  const silent = reads.filter(({ output }) => {
    const forms = Type.IsUnion(output) ? output.anyOf : [output]
    return forms.some((form) => {
      const names = Object.keys(Type.IsObject(form) ? form.properties : {})
      return names.includes('items') && !names.includes('ignoredParameters')
    })
  })
  expect(silent.map(({ name }) => name)).toEqual([])
})
